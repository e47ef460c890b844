import { AppError, conflict, invalidField } from '@qsc/service-kit/pure';
import type { State } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';
import { recordHash } from '../signature/signature.ts';
import type { Approval, ApproverDecision } from './approval.ts';
import { type Decider, type KnownVotes, requireDecider, type Vote, voteOf, withdrawalOf } from './right.ts';

/** A decision as it is asked for; `signed`: whether it comes with a signature. */
export type AskedDecision = {
  decision: ApproverDecision['decision'];
  comment: string;
  conditions: string[];
  signed: boolean;
};

/** `decision`: the one that was added. */
export type Decided = { approval: Approval; outcome: Approval['status']; decision: ApproverDecision };

/**
 * The round after a decision, and what it comes to: a reject or a withdrawal ends it, enough approvals end it, else it goes on.
 * Throws `forbidden` for who may not decide, `conflict` for a round that has ended, a vote that is given or not asked yet,
 * `signature_required`.
 */
export const decide = (approval: Approval, decider: Decider, asked: AskedDecision, known: KnownVotes): Decided => {
  const isWithdrawal = asked.decision === 'withdraw';
  if (!isWithdrawal) requireDecider(decider);
  if (approval.status !== 'pending') throw conflict('The approval has ended.', { status: approval.status });
  if (approval.record_gone)
    throw conflict('The record is deleted. Decide once it is restored.', { reason: 'record_gone' });
  const vote = isWithdrawal ? withdrawalOf(approval, decider) : voteOf(approval, decider, known);
  if (approval.require_signature && !asked.signed && !isWithdrawal)
    throw new AppError('signature_required', 'This decision needs an electronic signature.');
  const decision = decisionOf(asked, decider, vote, known.now);
  const decisions = [...approval.decisions, decision];
  const outcome = outcomeOf(approval, decisions);
  const decided = { ...approval, decisions, status: outcome, version: approval.version + 1 };
  return { approval: decided, outcome, decision };
};

/**
 * Throws `conflict` for an approval of another content than the one that was to be approved: votes given before were given on
 * that. A reject ends the round.
 */
export const requireContentOf = (
  { record_hash, decisions }: Approval,
  record: Pick<WorkflowRecord, 'content'>,
  { decision }: Pick<AskedDecision, 'decision'>,
): void => {
  if (decision !== 'approve' || record_hash === null || recordHash(record) === record_hash) return;
  throw conflict('The record was changed since its approval was asked for. Reject it, and ask for approval again.', {
    reason: 'content_changed',
    approvals_received: approvalsOf({ decisions }),
  });
};

const decisionOf = (
  { decision, comment, conditions }: AskedDecision,
  { id, name }: Decider,
  { role, lent }: Vote,
  now: Date,
): ApproverDecision => ({
  decision,
  decided_by: id,
  decided_by_name: name,
  on_behalf_of: lent?.user_id ?? null,
  on_behalf_of_name: lent?.user_name ?? null,
  delegation_id: lent?.id ?? null,
  role,
  comment,
  conditions,
  decided_at: now,
  signature_id: null,
});

const outcomeOf = ({ required_approvers }: Approval, decisions: readonly ApproverDecision[]): Approval['status'] => {
  if (decisions.some(({ decision }) => decision !== 'approve')) return 'rejected';
  return decisions.length < required_approvers ? 'pending' : 'approved';
};

/** The act that a decision is, in the audit trail and in signatures: a withdrawal ends a round as a reject does. */
export const actionOf = (decision: ApproverDecision['decision']): 'approve' | 'reject' =>
  decision === 'approve' ? 'approve' : 'reject';

/** How many have approved. */
export const approvalsOf = ({ decisions }: Pick<Approval, 'decisions'>): number =>
  decisions.filter(({ decision }) => decision === 'approve').length;

/** The round with the signature of its last decision. */
export const withSignature = (approval: Approval, signatureId: string): Approval => ({
  ...approval,
  decisions: approval.decisions.map((decision, index, all) =>
    index === all.length - 1 ? { ...decision, signature_id: signatureId } : decision,
  ),
});

type Asked = Pick<AskedDecision, 'decision'> & { return_to_state?: string | undefined };

/** Where enough approvals lead. */
const approvedState = ({ approval_config, allowed_transitions }: State): string | undefined =>
  approval_config?.on_approve ?? allowed_transitions?.[0];

/**
 * Where a decision leads that ends the round (decisions §4, "Workflows").
 * Throws `validation_failed` for a `return_to_state` of an approval, one that is not allowed or that is where an approval leads;
 * `conflict` for a reject where the state leads nowhere but to where an approval does.
 * @param state the approval state; `from_state`: where the instance came from.
 */
export const destinationOf = (state: State, { from_state }: Pick<Approval, 'from_state'>, asked: Asked): string => {
  const approved = approvedState(state);
  const returns = (state.allowed_transitions ?? []).filter((id) => id !== approved);
  requireWayBack(asked, state, returns);
  requireReturn(asked, returns);
  const to =
    asked.decision === 'approve' ? approved : (asked.return_to_state ?? rejectedState(state, from_state, returns));
  if (to === undefined) throw new Error(`The state ${state.id} leads nowhere.`);
  return to;
};

const rejectedState = ({ approval_config }: State, from: string, returns: readonly string[]) =>
  approval_config?.on_reject ?? (returns.includes(from) ? from : returns.at(-1));

const requireWayBack = ({ decision }: Asked, { id }: State, returns: readonly string[]): void => {
  if (decision === 'approve' || returns.length > 0) return;
  throw conflict(`The workflow of this record leads from "${id}" nowhere but to where an approval leads.`, {
    reason: 'no_way_back',
  });
};

const requireReturn = ({ decision, return_to_state: to }: Asked, returns: readonly string[]): void => {
  if (to === undefined) return;
  if (decision === 'approve')
    throw invalidField('return_to_state', 'not_applicable', 'Only a reject or a withdrawal tells where to return to.');
  if (!returns.includes(to))
    throw invalidField('return_to_state', 'not_allowed', `A reject leads to one of ${returns.join(', ')}.`);
};
