import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';

export type PendingApproval = Schemas['PendingApproval'];
export type Approval = Schemas['Approval'];

const PATH = '/v1/workflows/approvals';
const AGAIN_MS = 60_000;

/** The approvals that the user can decide on now, those that are due first on top. */
export const pendingQuery = queryOptions({
  queryKey: ['approvals', 'pending'],
  queryFn: ({ signal }) =>
    api.page<PendingApproval[]>(`${PATH}/pending`, { query: { per_page: 100, sort: 'due_date' }, signal }),
});

/** How many approvals wait for the user, asked again every minute. */
export const waitingCountQuery = queryOptions({
  ...pendingQuery,
  select: ({ meta }) => meta.total,
  refetchInterval: AGAIN_MS,
});

export type Decision = {
  decision: 'approve' | 'reject' | 'withdraw';
  comment: string;
  conditions?: string[];
  return_to_state?: string | undefined;
  signature?: { meaning: string; password: string } | undefined;
};

/** Decides on an approval, as it was when it was looked at (`version`). */
export const decide = (id: string, body: Decision, version: number): Promise<Schemas['ApprovalDecisionResult']> =>
  api.post(`${PATH}/${id}`, { body, ifMatch: version });

export type Delegation = Schemas['Delegation'];

const DELEGATIONS = '/v1/workflows/delegations';

/** The delegations that the user gave. */
export const delegationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['delegations', userId],
    queryFn: ({ signal }) => api.get<Delegation[]>(DELEGATIONS, { query: { user_id: userId, per_page: 100 }, signal }),
  });

export const delegate = (body: {
  delegate_id: string;
  from: string;
  to: string;
  reason: string;
}): Promise<Delegation> => api.post<Delegation>(DELEGATIONS, { body, reason: body.reason });

export const endDelegation = (id: string, reason?: string): Promise<void> =>
  api.remove(`${DELEGATIONS}/${id}`, { reason });
