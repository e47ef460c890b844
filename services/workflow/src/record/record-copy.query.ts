import type { ReadCopy } from '@qsc/service-kit';
import type { ApprovalStore } from '../approval/approval.store.ts';
import type { Approval } from '../approval/approval.ts';
import { countApprovals } from '../approval/decision.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { Instance, TransitionRecord } from '../instance/instance.ts';
import type { SignatureService } from '../signature/signature.service.ts';

type Parts = {
  instances: Pick<InstanceStore, 'listForRecord' | 'history'>;
  approvals: Pick<ApprovalStore, 'listForRecord'>;
  signatures: Pick<SignatureService, 'list' | 'verify'>;
};

const PER_PAGE = 100;

const toWorkflow = (instance: Instance, transitions: readonly TransitionRecord[]) => ({
  workflow_id: instance.workflow_id,
  workflow_name: instance.workflow_name,
  workflow_version: instance.workflow_version,
  started_at: instance.started_at,
  state: instance.state.id,
  state_name: instance.state.name,
  completed_at: instance.completed_at,
  history: transitions.toReversed().map(({ from_state, to_state, at, act, comment }) => ({
    from_state,
    to_state,
    at,
    comment,
    by: act.user.id,
    by_name: act.user.name,
  })),
});

const toCopied = (approval: Approval) => ({
  approval_id: approval.id,
  state: approval.state.id,
  state_name: approval.state.name,
  status: approval.status,
  requested_by: approval.requested_by,
  requested_by_name: approval.requested_by_name,
  requested_at: approval.requested_at,
  approvals_received: countApprovals(approval),
  approvals_required: approval.required_approvers,
  approver_roles: approval.approver_roles,
  decisions: approval.decisions,
});

/** What a copy of a record shows of its workflow: every instance, approval and signature, oldest first. */
export const makeReadCopy = ({ instances, approvals, signatures }: Parts): ReadCopy => {
  const listSignatures = async (orgId: string, recordId: string) => {
    const found: Awaited<ReturnType<SignatureService['list']>>['data'] = [];
    for (let page = 1; ; page += 1) {
      const query = { entity_id: [recordId], sort: 'timestamp' as const, page, per_page: PER_PAGE };
      const { data } = await signatures.list(orgId, query);
      found.push(...data);
      if (data.length < PER_PAGE) break;
    }
    return Promise.all(
      found.map(async (signature) => ({
        ...signature,
        verification: await signatures.verify(orgId, signature.signature_id),
      })),
    );
  };

  return async (orgId, recordId) => {
    const [found, requested, signed] = await Promise.all([
      instances.listForRecord(orgId, recordId),
      approvals.listForRecord(orgId, recordId),
      listSignatures(orgId, recordId),
    ]);
    const workflows = await Promise.all(
      found.map(async (instance) => toWorkflow(instance, await instances.history(orgId, instance.id))),
    );
    return { record: null, parts: { workflows, approvals: requested.map(toCopied), signatures: signed } };
  };
};
