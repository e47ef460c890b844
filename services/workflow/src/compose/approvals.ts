import type { Kit } from '@qsc/service-kit';
import { approvalRoutes } from '../approval/approval.routes.ts';
import { makeApprovalService } from '../approval/approval.service.ts';
import { approvalDefinition, makeApprovalStore } from '../approval/approval.store.ts';
import { requestedEvent } from '../approval/approval-event.ts';
import { makeDecisionService } from '../approval/decision.service.ts';
import { isCompletable } from '../approval/right.ts';
import type { Definitions } from '../definition/definitions.ts';
import { delegationRoutes } from '../delegation/delegation.routes.ts';
import { makeDelegationService } from '../delegation/delegation.service.ts';
import { delegationDefinition, makeDelegationStore } from '../delegation/delegation.store.ts';
import { makeLentVotes } from '../delegation/lent-vote.query.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { Mover, MoverParts } from '../instance/mover.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { RecordRead } from '../record/record-read.ts';
import type { Signing } from '../signature/signer.ts';
import { makeUserClient } from '../user/user.client.ts';

export const approvalCollections = [approvalDefinition, delegationDefinition];

/** The rounds of decisions, which moves open, and what they look like. */
export const makeRounds = ({ open }: Kit, identity: NonNullable<Kit['identity']>, recordRead: RecordRead) => {
  const store = makeApprovalStore(open(approvalDefinition));
  const delegations = makeDelegationStore(open(delegationDefinition));
  const users = makeUserClient(identity.client);
  const votes = makeLentVotes({ store: delegations, users });
  const openedRound: MoverParts['openedRound'] = (call, round) => ({
    changes: [store.insert(round)],
    events: [requestedEvent(call, round)],
  });
  const approvals = makeApprovalService({ store, votes, users, recordRead });
  const isBlocked: MoverParts['isBlocked'] = async (round) =>
    !isCompletable(round, await users.ofRoles(round.org_id, round.approver_roles));
  return { store, delegations, users, votes, openedRound, isBlocked, approvals };
};

type Parts = {
  rounds: ReturnType<typeof makeRounds>;
  instances: { store: InstanceStore; mover: Mover };
  definitions: Definitions;
  records: RecordClient;
  signing: Signing;
};

/** Decisions on approvals, and the delegation of them. */
export const makeApprovals = ({ unitOfWork }: Kit, { rounds, instances, ...shared }: Parts) => {
  const { store, delegations, users, votes, approvals } = rounds;
  const decisions = makeDecisionService({
    ...shared,
    store,
    delegations,
    votes,
    instances: instances.store,
    mover: instances.mover,
    unitOfWork,
  });
  return {
    routes: [
      ...approvalRoutes({ approvals, decisions }),
      ...delegationRoutes(makeDelegationService({ store: delegations, users, unitOfWork })),
    ],
  };
};
