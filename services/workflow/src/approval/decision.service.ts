import { type Call, conflict, notFound, requireMatch } from '@qsc/service-kit';
import type { z } from 'zod';
import { findState } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { DelegatedVotes } from '../delegation/delegated-vote.query.ts';
import type { DelegationStore } from '../delegation/delegation.store.ts';
import type { Instance } from '../instance/instance.ts';
import { type Reserved, type ReservedActs, type ReservedDecision, reservationOver } from '../instance/reservation.ts';
import type { ReservedTransition, TransitionCommand, TransitionExecutor } from '../instance/transition-executor.ts';
import { type Signature, toSignatureRecord } from '../signature/signature.ts';
import type { Signer, Signing } from '../signature/signer.ts';
import type { DecisionResult, NewDecision } from './approval.schemas.ts';
import type { ApprovalStore } from './approval.store.ts';
import type { Approval } from './approval.ts';
import { decidedEvent, toDetails } from './approval-event.ts';
import {
  countApprovals,
  type Decided,
  decide,
  findDestination,
  requireApprovedContent,
  toAction,
  withSignature,
} from './decision.ts';
import type { RequireReview } from './review-gate.ts';

type Input = z.output<typeof NewDecision>;
type Answer = z.input<typeof DecisionResult>;

export type DecisionService = {
  /**
   * Decides on an approval; the decision, its transition and its signature are one commit, while the record is reserved. Throws
   * `not_found`, what `decide` and `findDestination` throw, the refusals of a missing review and of the transition,
   * `signature_invalid`, `account_locked` and `precondition_failed`.
   */
  decide(approvalId: string, input: Input, call: Call): Promise<Answer>;
};

type Parts = {
  store: Pick<ApprovalStore, 'find' | 'update'>;
  delegations: Pick<DelegationStore, 'use'>;
  votes: Pick<DelegatedVotes, 'givenTo'>;
  definitions: Pick<Definitions, 'version'>;
  reservedActs: Pick<ReservedActs, 'run'>;
  executor: Pick<TransitionExecutor, 'reserve' | 'decide'>;
  signing: Signing;
  requireReview: RequireReview;
};

/** What is committed: the record as it will be, and the transition; null where the approval stays pending. */
type Ready = Reserved & { outcome: Decided['outcome']; transition: ReservedTransition | null };

type Committed = { decided: Decided; signature: Signature | null; transitionId: string };

const requireWaiting = ({ approval_id }: Instance, { id }: Approval): void => {
  if (approval_id !== id) throw conflict('The record no longer waits for this approval.');
};

/** The use case of decisions (specification, "Workflows"). */
export const makeDecisionService = (parts: Parts): DecisionService => {
  const { store, votes, definitions, reservedActs, executor, signing, requireReview } = parts;
  const toEffect = makeEffect(parts);

  const read = async (id: string, input: Input, call: Call): Promise<Decided> => {
    const { org_id, id: userId } = call.actor;
    const approval = await store.find(org_id, id);
    if (!approval) throw notFound('approval', id);
    const known = { delegations: await votes.givenTo(org_id, userId, call.now), now: call.now };
    const decided = decide(approval, call.actor, { ...input, signed: input.signature !== undefined }, known);
    requireMatch(call, approval.version);
    return decided;
  };

  const destination = async (instance: Instance, approval: Approval, input: Input): Promise<string> => {
    const workflow = await definitions.version(instance.org_id, instance.workflow_id, instance.workflow_version);
    return findDestination(findState(workflow, approval.state.id), approval, input);
  };

  return {
    async decide(approvalId, input, call) {
      const { approval } = await read(approvalId, input, call);
      // The content of a quality event does not change while the approval waits; other content is refused below.
      await requireReview(approval, { userId: call.actor.id, decision: input.decision });
      return reservedActs.run(call, { recordId: approval.record_id }, async (reserve) => {
        const waiting = await reserve(async (instance) => {
          requireWaiting(instance, approval);
          return { transition: null, ifMatch: null, actedAt: call.now, withAttachments: true };
        });
        // Nobody else decides while the record is reserved.
        const decided = await read(approvalId, input, call);
        requireApprovedContent(decided.approval, waiting.record, input);
        const toState = await destination(waiting.instance, approval, input);
        const { outcome } = decided;
        const transition =
          outcome === 'pending' ? null : await executor.reserve(call, toCommand(decided, toState), reserve);
        const ready = { ...(transition ?? waiting), outcome, transition };
        const signer = input.signature ? await signing.checkPassword(call, input.signature) : null;
        return async (transitionId) => {
          const committed = await read(approvalId, input, call);
          if (committed.outcome !== outcome) throw reservationOver();
          const signature = signer && signing.sign(call, toSigned({ ...ready, decided: committed }, input, signer));
          return toEffect(call, ready, { decided: committed, signature, transitionId });
        };
      });
    },
  };
};

const makeEffect =
  ({ store, delegations, executor, signing }: Parts) =>
  async (
    call: Call,
    { instance, record, transition }: Ready,
    { decided, signature, transitionId }: Committed,
  ): Promise<ReservedDecision<Answer>> => {
    const { decision } = decided;
    const approval = signature ? withSignature(decided.approval, signature.id) : decided.approval;
    const used = decision.delegation_id ? [delegations.use(approval.org_id, decision.delegation_id)] : [];
    const own = [store.update(approval), ...used];
    if (transition) {
      const command = toCommand(decided, transition.command.toState);
      const made = await executor.decide(call, { ...transition, command }, { transitionId, signature });
      return {
        changes: [...own, ...made.changes],
        events: made.events,
        answer: toAnswer(decided, made.instance, signature),
        transition: made.transition,
      };
    }
    const entry = { approval, decision, record, signature: signature && toSignatureRecord(signature) };
    const signed = signature ? [signing.insert(signature)] : [];
    return {
      changes: [...own, ...signed],
      events: [decidedEvent(call, entry)],
      answer: toAnswer(decided, instance, signature),
      transition: null,
    };
  };

const toCommand = ({ approval, decision }: Decided, toState: string): TransitionCommand => ({
  recordId: approval.record_id,
  entryPoint: 'decision',
  action: toAction(decision.decision),
  toState,
  comment: decision.comment,
  data: {},
  details: toDetails(approval, decision),
  decidedApproval: approval,
});

const toSigned = (
  { decided, instance, record, transition }: Ready & { decided: Decided },
  { signature }: Input,
  signer: Signer,
) => ({
  signer,
  meaning: signature?.meaning ?? '',
  record,
  act: {
    action: toAction(decided.decision.decision),
    move: transition ? instance.transitions + 1 : null,
    from_state: instance.state.id,
    to_state: transition?.command.toState ?? instance.state.id,
    approval_id: decided.approval.id,
  },
});

const toAnswer = ({ approval, decision }: Decided, { state }: Instance, signature: Signature | null): Answer => ({
  approval_id: approval.id,
  decision: decision.decision,
  status: approval.status,
  entity_id: approval.record_id,
  approvals_received: countApprovals(approval),
  approvals_required: approval.required_approvers,
  current_state: { id: state.id, name: state.name, entered_at: state.entered_at },
  comment: decision.comment,
  conditions: decision.conditions,
  decided_by: decision.decided_by,
  on_behalf_of: decision.on_behalf_of,
  decided_at: decision.decided_at,
  signature_record: signature && toSignatureRecord(signature),
});
