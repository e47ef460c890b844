import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { findActions, type MyAction } from '../my-work/my-work.queries.ts';
import { OPEN_STATUSES } from '../quality-events/event-filters.ts';
import { type QualityEvent, saveAction, saveEvent } from '../quality-events/quality-event.queries.ts';
import { client } from '../session/client.ts';

/** What is open in the name of a user. */
export type OpenWork = {
  events: readonly QualityEvent[];
  actions: readonly MyAction[];
  approvals: readonly Schemas['PendingApproval'][];
  /** The active API keys that act for the user. */
  keys: readonly Schemas['ApiKey'][];
};

export const openWorkQuery = (userId: string) =>
  queryOptions({
    queryKey: ['quality-events', 'open-work', userId],
    queryFn: async ({ signal }): Promise<OpenWork> => {
      const events = client.qualityEvents.list(
        { status: OPEN_STATUSES, sort: 'due_date', assigned_to: userId },
        { signal },
      );
      const [open, actions, approvals, keys] = await Promise.all([
        Array.fromAsync(events),
        findActions(userId, signal),
        Array.fromAsync(client.workflows.listPendingApprovals({ user_id: userId, sort: 'due_date' }, { signal })),
        Array.fromAsync(client.apiKeys.list({ user_id: userId, status: 'active' }, { signal })),
      ]);
      return { events: open, actions, approvals, keys };
    },
  });

/** A quality event with what of it is assigned to somebody: the event itself, actions of a CAPA, or both. */
export type Assigned = { record: QualityEvent; isAssigned: boolean; actions: readonly MyAction['action'][] };

/** The work that can be handed over, by record. */
export const toAssigned = ({ events, actions }: OpenWork): Assigned[] => {
  const records = new Map([...events, ...actions.map(({ capa }) => capa)].map((record) => [record.id, record]));
  return [...records.values()].map((record) => ({
    record,
    isAssigned: events.some(({ id }) => id === record.id),
    actions: actions.filter(({ capa }) => capa.id === record.id).map(({ action }) => action),
  }));
};

/** Assigns one record, and the actions of it, to a colleague. Throws `precondition_failed` where it was changed meanwhile. */
export const handOver = async (
  { record, isAssigned, actions }: Assigned,
  to: string,
  reason?: string,
): Promise<void> => {
  const patch = { assigned_to: to };
  let { version } = record;
  if (isAssigned) ({ version } = await saveEvent(record.id, { patch, ifMatch: version, reason }));
  for (const { id } of actions) {
    await saveAction(record.id, id, { patch, ifMatch: version, reason });
    ({ version } = await client.qualityEvents.get(record.id));
  }
};
