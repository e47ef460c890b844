import { queryOptions } from '@tanstack/react-query';
import { OPEN_STATUSES } from '../quality-events/event-filters.ts';
import type { CapaAction, QualityEvent } from '../quality-events/quality-event.queries.ts';
import { client } from '../session/client.ts';

const MOST = 100;
const EXPIRING_DAYS = 30;

const open = { status: OPEN_STATUSES, sort: 'due_date' } as const;

/** The open events that the user works on, those that are due first on top. */
export const myEventsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['quality-events', 'mine', userId],
    queryFn: () => client.qualityEvents.list({ ...open, per_page: MOST, assigned_to: userId }).page(1),
  });

/** An action of a CAPA that somebody is to carry out. */
export type MyAction = { capa: QualityEvent; action: CapaAction };

const byDue = ({ action: one }: MyAction, { action: other }: MyAction): number =>
  (one.due_date ?? '9999').localeCompare(other.due_date ?? '9999');

const actionsIn = (capas: readonly QualityEvent[], userId: string): MyAction[] =>
  capas
    .flatMap((capa) =>
      [...(capa.corrective_actions ?? []), ...(capa.preventive_actions ?? [])].map((action) => ({ capa, action })),
    )
    .filter(({ action }) => action.assigned_to === userId && ['open', 'in_progress'].includes(action.status))
    .sort(byDue);

/** The actions of open CAPAs that the user is to carry out; the API lists CAPAs and not actions. */
export const findActions = async (userId: string, signal: AbortSignal): Promise<MyAction[]> =>
  actionsIn(await Array.fromAsync(client.qualityEvents.list({ ...open, type: 'capa' }, { signal })), userId);

export const myActionsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['quality-events', 'my-actions', userId],
    queryFn: ({ signal }) => findActions(userId, signal),
  });

/** The certificates that run out next. */
export const expiringQuery = queryOptions({
  queryKey: ['certificates', 'expiring'],
  queryFn: () =>
    client.certificates.list({ expiring_within_days: EXPIRING_DAYS, sort: 'expiry_date', per_page: 10 }).page(1),
});

/** The events that changed last. */
export const changedQuery = queryOptions({
  queryKey: ['quality-events', 'changed'],
  queryFn: async () => (await client.qualityEvents.list({ sort: '-updated_at', per_page: 10 }).page(1)).data,
});
