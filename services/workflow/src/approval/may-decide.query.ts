import type { Role } from '@qsc/contracts';
import type { Clock } from '@qsc/service-kit';
import type { DelegatedVotes } from '../delegation/delegated-vote.query.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { ApprovalStore } from './approval.store.ts';
import { openVote } from './right.ts';

/** Whether a user has an open vote, an own or a delegated one, in the approval that a record waits for. */
export type MayDecide = (orgId: string, recordId: string, user: { id: string; role: Role }) => Promise<boolean>;

type Parts = {
  instances: Pick<InstanceStore, 'current'>;
  approvals: Pick<ApprovalStore, 'find'>;
  votes: Pick<DelegatedVotes, 'givenTo'>;
  clock: Clock;
};

/** Answers the audit service, which lets those who decide on a record read and review its trail (decisions §4, "Workflows"). */
export const makeMayDecide =
  ({ instances, approvals, votes, clock }: Parts): MayDecide =>
  async (orgId, recordId, { id, role }) => {
    const instance = await instances.current(orgId, recordId);
    const approval = instance?.approval_id ? await approvals.find(orgId, instance.approval_id) : null;
    if (!approval) return false;
    const now = clock();
    const delegations = await votes.givenTo(orgId, id, now);
    return openVote(approval, { kind: 'user', id, name: '', role }, { delegations, now }) !== null;
  };
