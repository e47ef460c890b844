import { AppError, conflict, invalidField } from '@qsc/service-kit/pure';
import type { State } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';
import { recordHash } from '../signature/signature.ts';
import type { Approval, ApproverDecision } from './approval.ts';
import { type Decider, type KnownVotes, requireDecider, requireVote, requireWithdrawal, type Vote } from './right.ts';

/** A requested decision; `signed`: whether it comes with a signature. */
export type DecisionInput = {
  decision: ApproverDecision['decision'];
  comment: string;
  conditions: string[];
  signed: boolean;
};

/** `decision`: the added one. */
export type Decided = { approval: Approval; outcome: Approval['status']; decision: ApproverDecision };

/**
 * The approval after a decision, and its outcome: a rejection or a withdrawal ends it, enough votes end it, otherwise it stays
 * pending. Throws `forbidden` for a user who may not decide, `conflict` for an approval that has ended, and for a vote that was
 * given before or is not requested yet, `signature_required`.
 */
export const decide = (approval: Approval, decider: Decider, input: DecisionInput, known: KnownVotes): Decided => {
  const isWithdrawal = input.decision === 'withdraw';
  if (!isWithdrawal) requireDecider(decider);
  if (approval.status !== 'pending') throw conflict('The approval has ended.', { status: approval.status });
  if (approval.record_gone)
    throw conflict('The record is deleted. Decide once it is restored.', { reason: 'record_gone' });
  const vote = isWithdrawal ? requireWithdrawal(approval, decider) : requireVote(approval, decider, known);
  if (approval.require_signature && !input.signed && !isWithdrawal)
    throw new AppError('signature_required', 'This decision needs an electronic signature.');
  const decision = toDecision(input, decider, vote, known.now);
  const decisions = [...approval.decisions, decision];
  const outcome = decideOutcome(approval, decisions);
  const decided = { ...approval, decisions, status: outcome, version: approval.version + 1 };
  return { approval: decided, outcome, decision };
};

/**
 * Throws `conflict` where the content differs from that of the request, on which earlier votes were given. A rejection is
 * accepted.
 */
export const requireApprovedContent = (
  { record_hash, decisions }: Approval,
  record: Pick<WorkflowRecord, 'content'>,
  { decision }: Pick<DecisionInput, 'decision'>,
): void => {
  if (decision !== 'approve' || recordHash(record) === record_hash) return;
  throw conflict('The record was changed since its approval was requested. Reject it, and request approval again.', {
    reason: 'content_changed',
    approvals_received: countApprovals({ decisions }),
  });
};

const toDecision = (
  { decision, comment, conditions }: DecisionInput,
  { id, name }: Decider,
  { role, delegated }: Vote,
  now: Date,
): ApproverDecision => ({
  decision,
  decided_by: id,
  decided_by_name: name,
  on_behalf_of: delegated?.user_id ?? null,
  on_behalf_of_name: delegated?.user_name ?? null,
  delegation_id: delegated?.id ?? null,
  role,
  comment,
  conditions,
  decided_at: now,
  signature_id: null,
});

const decideOutcome = (
  { required_approvers }: Approval,
  decisions: readonly ApproverDecision[],
): Approval['status'] => {
  if (decisions.some(({ decision }) => decision !== 'approve')) return 'rejected';
  return decisions.length < required_approvers ? 'pending' : 'approved';
};

/** The action of a decision in the audit trail and in signatures. A withdrawal counts as a rejection. */
export const toAction = (decision: ApproverDecision['decision']): 'approve' | 'reject' =>
  decision === 'approve' ? 'approve' : 'reject';

/** The number of approvals given. */
export const countApprovals = ({ decisions }: Pick<Approval, 'decisions'>): number =>
  decisions.filter(({ decision }) => decision === 'approve').length;

/** The approval with the signature of its last decision. */
export const withSignature = (approval: Approval, signatureId: string): Approval => ({
  ...approval,
  decisions: approval.decisions.map((decision, index, all) =>
    index === all.length - 1 ? { ...decision, signature_id: signatureId } : decision,
  ),
});

type ReturnInput = Pick<DecisionInput, 'decision'> & { return_to_state?: string | undefined };

/** The state after enough votes. */
const approvedState = ({ approval_config, allowed_transitions }: State): string | undefined =>
  approval_config?.on_approve ?? allowed_transitions?.[0];

/**
 * The state after a decision that ends the approval (decisions §4, "Workflows"). Throws `validation_failed` for a
 * `return_to_state` of an approving decision, and for one that is not allowed or is the state after an approval; `conflict` for
 * a rejection where the only way leads to the state after an approval.
 * @param state the approval state; `from_state`: the state before it.
 */
export const findDestination = (
  state: State,
  { from_state }: Pick<Approval, 'from_state'>,
  input: ReturnInput,
): string => {
  const approved = approvedState(state);
  const returns = (state.allowed_transitions ?? []).filter((id) => id !== approved);
  requireWayBack(input, state, returns);
  requireReturn(input, returns);
  const to =
    input.decision === 'approve' ? approved : (input.return_to_state ?? rejectedState(state, from_state, returns));
  if (to === undefined) throw new Error(`The state ${state.id} leads nowhere.`);
  return to;
};

const rejectedState = ({ approval_config }: State, from: string, returns: readonly string[]) =>
  approval_config?.on_reject ?? (returns.includes(from) ? from : returns.at(-1));

const requireWayBack = ({ decision }: ReturnInput, { id }: State, returns: readonly string[]): void => {
  if (decision === 'approve' || returns.length > 0) return;
  throw conflict(`The workflow of this record has no way from "${id}" but to the state after an approval.`, {
    reason: 'no_way_back',
  });
};

const requireReturn = ({ decision, return_to_state: to }: ReturnInput, returns: readonly string[]): void => {
  if (to === undefined) return;
  if (decision === 'approve')
    throw invalidField(
      'return_to_state',
      'not_applicable',
      'Only a rejection or a withdrawal names the state to return to.',
    );
  if (!returns.includes(to))
    throw invalidField('return_to_state', 'not_allowed', `A rejection leads to one of ${returns.join(', ')}.`);
};
