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

/** Due dates that have not passed yet. */
export const dueDateDefinition = dueQueueDefinition('due_date');

/** Overdue notices that were sent; `_id` is the quality event and the date, so that each is sent once. */
export const reportedOverdueDefinition = defineCollection({
  name: 'reported_overdue',
  shape: z.object({ _id: z.string(), org_id: z.string(), reported_at: z.date() }),
  indexes: [],
});

type Reported = Collection<z.infer<typeof reportedOverdueDefinition.shape>>;

const NOTHING: DueEffect = { changes: [], events: [] };

type Parts = { store: Pick<QualityEventStore, 'find'>; reported: Reported; localTime: ReadLocalTime };

/** Sends one notice for each quality event and overdue date, even if the same date was set again. */
export const makeActOnOverdue =
  ({ store, reported, localTime }: Parts) =>
  async (due: { orgId: string; row: { _id: string }; payload: DueNotice }): Promise<DueEffect> => {
    const { orgId: org_id, payload } = due;
    const event = await store.find(org_id, due.row._id.slice(org_id.length + 1));
    if (!event || !isDue(event, payload)) return NOTHING;
    const at = await localTime(org_id);
    const again = nextLook(overdueFrom(payload.due_date), at);
    if (again) return { ...NOTHING, again };
    const _id = `${event.id}/${payload.due_date}`;
    if (await reported.findOne({ org_id, _id })) return NOTHING;
    return {
      changes: [insert(reported, { _id, org_id, reported_at: at.now })],
      events: [overdueNotice(event, at.now)],
    };
  };
