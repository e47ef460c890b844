import type { Kit } from '@qsc/service-kit';
import { approvalRoutes } from '../approval/approval.routes.ts';
import { makeApprovalService } from '../approval/approval.service.ts';
import { approvalDefinition, makeApprovalStore } from '../approval/approval.store.ts';
import { requestedEvent } from '../approval/approval-event.ts';
import { makeDecisionService } from '../approval/decision.service.ts';
import type { RequireReview } from '../approval/review-gate.ts';
import { isCompletable } from '../approval/right.ts';
import type { Definitions } from '../definition/definitions.ts';
import { makeDelegatedVotes } from '../delegation/delegated-vote.query.ts';
import { delegationRoutes } from '../delegation/delegation.routes.ts';
import { makeDelegationService } from '../delegation/delegation.service.ts';
import { delegationDefinition, makeDelegationStore } from '../delegation/delegation.store.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { ExecutorParts, TransitionExecutor } from '../instance/transition-executor.ts';
import type { RecordClient } from '../record/record.client.ts';
import type { RecordRead } from '../record/record-read.ts';
import type { Signing } from '../signature/signer.ts';
import { makeUserClient } from '../user/user.client.ts';

export const approvalCollections = [approvalDefinition, delegationDefinition];

/** Approvals, which transitions open, and their reads. */
export const makeApprovalParts = ({ open }: Kit, identity: NonNullable<Kit['identity']>, recordRead: RecordRead) => {
  const store = makeApprovalStore(open(approvalDefinition));
  const delegations = makeDelegationStore(open(delegationDefinition));
  const users = makeUserClient(identity.client);
  const votes = makeDelegatedVotes({ store: delegations, users });
  const approvalEffect: ExecutorParts['approvalEffect'] = (call, approval) => ({
    changes: [store.insert(approval)],
    events: [requestedEvent(call, approval)],
  });
  const approvals = makeApprovalService({ store, votes, users, recordRead });
  const isBlocked: ExecutorParts['isBlocked'] = async (approval) =>
    !isCompletable(approval, await users.findByRoles(approval.org_id, approval.approver_roles));
  return { store, delegations, users, votes, approvalEffect, isBlocked, approvals };
};

type Parts = {
  approvalParts: ReturnType<typeof makeApprovalParts>;
  instances: { store: InstanceStore; executor: TransitionExecutor };
  definitions: Definitions;
  records: RecordClient;
  signing: Signing;
  requireReview: RequireReview;
};

/** Decisions on approvals, and the delegation of them. */
export const makeApprovals = ({ unitOfWork }: Kit, { approvalParts, instances, ...shared }: Parts) => {
  const { store, delegations, users, votes, approvals } = approvalParts;
  const decisions = makeDecisionService({
    ...shared,
    store,
    delegations,
    votes,
    instances: instances.store,
    executor: instances.executor,
    unitOfWork,
  });
  return {
    routes: [
      ...approvalRoutes({ approvals, decisions }),
      ...delegationRoutes(makeDelegationService({ store: delegations, users, unitOfWork })),
    ],
  };
};
