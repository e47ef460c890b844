import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import { asReason } from '../session/reason.ts';
import type { SignatureInput } from '../ui/signature-fields.tsx';

export type PendingApproval = Schemas['PendingApproval'];
export type Approval = Schemas['Approval'];

const AGAIN_MS = 60_000;

/** The approvals that the user can decide on now, those that are due first on top. */
export const pendingQuery = queryOptions({
  queryKey: ['approvals', 'pending'],
  queryFn: () => client.workflows.listPendingApprovals({ per_page: 100, sort: 'due_date' }).page(1),
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
  signature?: SignatureInput | undefined;
};

/** Decides on an approval, as it was when it was looked at (`version`). */
export const decide = (id: string, body: Decision, version: number): Promise<Schemas['ApprovalDecisionResult']> =>
  client.workflows.decideApproval(id, body, { ifMatch: version, reason: asReason(body.comment) });

export type Delegation = Schemas['Delegation'];

/** The delegations that the user gave. */
export const delegationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['delegations', userId],
    queryFn: ({ signal }) => Array.fromAsync(client.workflows.listDelegations({ user_id: userId }, { signal })),
  });

export const delegate = (body: {
  delegate_id: string;
  from: string;
  to: string;
  reason: string;
}): Promise<Delegation> => client.workflows.createDelegation(body, { reason: body.reason });

export const endDelegation = (id: string, reason?: string): Promise<void> =>
  client.workflows.revokeDelegation(id, { reason });
