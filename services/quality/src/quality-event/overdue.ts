import { addDays } from '@qsc/contracts';
import { type Envelope, qualityEvents } from '@qsc/contracts/events';
import { makeNotice, systemCall } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { toSnapshot } from './event-change.ts';
import { isEnded, type QualityEvent } from './quality-event.ts';

/** The payload of the due queue; its key is the quality event. */
export const DueNotice = z.object({ due_date: z.string() });

export type DueNotice = z.infer<typeof DueNotice>;

/** The first day on which what is due is overdue: due today is not (decisions §4, "Quality events"). */
export const overdueFrom = (dueDate: string): string => addDays(dueDate, 1);

/** Whether a due date is still that of the event, and the event neither closed nor rejected. */
export const isDue = (event: QualityEvent, { due_date }: DueNotice): boolean =>
  event.due_date === due_date && !isEnded(event);

/** The notice that a quality event is overdue. */
export const overdueNotice = (event: QualityEvent, now: Date): Envelope => {
  const call = systemCall(event.org_id, now);
  return makeNotice(qualityEvents.overdue, call, { subject: event.id, record: toSnapshot(event) });
};
