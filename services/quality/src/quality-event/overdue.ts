import { type Envelope, qualityEvents } from '@qsc/contracts/events';
import { makeNotice, systemCall } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { snapshotOf } from './event-change.ts';
import { isEnded, type QualityEvent } from './quality-event.ts';

const DAY_MS = 86_400_000;

/** What waits for the end of a due date; its key is the quality event. */
export const DueNotice = z.object({ due_date: z.string() });

export type DueNotice = z.infer<typeof DueNotice>;

/** The day of an instant (UTC), YYYY-MM-DD. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** From when on what is due on a day is overdue: due today is not (decisions §4, "Quality events"). */
export const overdueFrom = (dueDate: string): Date => new Date(Date.parse(dueDate) + DAY_MS);

/** The event that a due date is over; null where the quality event has another one by now, or is closed or rejected. */
export const overdueNotice = (event: QualityEvent, { due_date }: DueNotice, now: Date): Envelope | null => {
  if (event.due_date !== due_date || isEnded(event)) return null;
  const call = systemCall(event.org_id, now);
  return makeNotice(qualityEvents.overdue, call, { subject: event.id, record: snapshotOf(event) });
};
