import { nextLook } from '@qsc/contracts';
import {
  type Collection,
  type DueEffect,
  defineCollection,
  dueQueueDefinition,
  insert,
  type ReadLocalTime,
} from '@qsc/service-kit';
import { z } from 'zod';
import { type DueNotice, isDue, overdueFrom, overdueNotice } from './overdue.ts';
import type { QualityEventStore } from './quality-event.store.ts';

/** Due dates that wait for being over. */
export const dueDateDefinition = dueQueueDefinition('due_date');

/** Due dates that were told to be over; `_id` is the quality event and the date, so that each is told once. */
export const toldOverdueDefinition = defineCollection({
  name: 'told_overdue',
  shape: z.object({ _id: z.string(), org_id: z.string(), told_at: z.date() }),
  indexes: [],
});

type Told = Collection<z.infer<typeof toldOverdueDefinition.shape>>;

const NOTHING: DueEffect = { changes: [], events: [] };

type Parts = { store: Pick<QualityEventStore, 'find'>; told: Told; localTime: ReadLocalTime };

/** What a due date that is over comes to: one notice for each quality event and date, also where the date came back. */
export const makeActOnOverdue =
  ({ store, told, localTime }: Parts) =>
  async (due: { orgId: string; row: { _id: string }; payload: DueNotice }): Promise<DueEffect> => {
    const { orgId: org_id, payload } = due;
    const event = await store.find(org_id, due.row._id.slice(org_id.length + 1));
    if (!event || !isDue(event, payload)) return NOTHING;
    const at = await localTime(org_id);
    const again = nextLook(overdueFrom(payload.due_date), at);
    if (again) return { ...NOTHING, again };
    const _id = `${event.id}/${payload.due_date}`;
    if (await told.findOne({ org_id, _id })) return NOTHING;
    return { changes: [insert(told, { _id, org_id, told_at: at.now })], events: [overdueNotice(event, at.now)] };
  };
