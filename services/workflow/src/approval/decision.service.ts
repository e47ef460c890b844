import { type Call, type Change, conflict, notFound, requireMatch, type UnitOfWork } from '@qsc/service-kit';
import type { z } from 'zod';
import { findState } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { DelegatedVotes } from '../delegation/delegated-vote.query.ts';
import type { DelegationStore } from '../delegation/delegation.store.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { Instance } from '../instance/instance.ts';
import type {
  DecidedTransition,
  PreparedTransition,
  TransitionCommand,
  TransitionExecutor,
} from '../instance/transition-executor.ts';
import type { RecordClient } from '../record/record.client.ts';
import { versionBefore, type WorkflowRecord } from '../record/record.ts';
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
   * Decides on an approval; the decision, its transition and its signature are one commit. Throws `not_found`, what `decide`
   * and `findDestination` throw, the refusals of a missing review and of the transition, `signature_invalid`, `account_locked` and
   * `precondition_failed`.
   */
  decide(approvalId: string, input: Input, call: Call): Promise<Answer>;
};

type Parts = {
  store: Pick<ApprovalStore, 'find' | 'update'>;
  delegations: Pick<DelegationStore, 'use'>;
  votes: Pick<DelegatedVotes, 'givenTo'>;
  instances: Pick<InstanceStore, 'current'>;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get'>;
  executor: Pick<TransitionExecutor, 'prepare' | 'decide' | 'notifyOwner'>;
  signing: Signing;
  requireReview: RequireReview;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/**
 * A decision that passed every rule. `record` is as it will be after the act; `transition` is null where the approval stays
 * pending.
 */
type Ready = { decided: Decided; instance: Instance; record: WorkflowRecord; transition: PreparedTransition | null };

type Effect = {
  changes: Change[];
  events: DecidedTransition['events'];
  instance: Instance;
  transitioned: DecidedTransition | null;
};

/** The use case of decisions (specification, "Workflows"). */
export const makeDecisionService = (parts: Parts): DecisionService => {
  const { unitOfWork, signing, executor } = parts;
  const prepare = makePrepare(parts);
  const toEffect = makeEffect(parts);

  return {
    async decide(approvalId, input, call) {
      // Refuse before the password is checked, since a wrong password counts.
      const first = await prepare(approvalId, input, { call, commits: false });
      // Neither the content nor its trail changes while the approval waits.
      await parts.requireReview(first.decided.approval, { userId: call.actor.id, decision: input.decision });
      const signer = input.signature ? await signing.checkPassword(call, input.signature) : null;
      let transitioned: DecidedTransition | null = null;
      const answer = await unitOfWork.decide(call, { records: [first.instance.record_id] }, async () => {
        const ready = await prepare(approvalId, input, { call, commits: true });
        const signature = signer && signing.sign(call, toSigned(ready, input, signer));
        const effect = toEffect(call, ready, signature);
        transitioned = effect.transitioned;
        return { ...effect, answer: toAnswer(ready.decided, effect.instance, signature) };
      });
      if (transitioned) await executor.notifyOwner(call.actor.org_id, transitioned);
      return answer;
    },
  };
};

/** Whether the record was changed between two reads, of which the later was for the record after a transition. */
const isChangedSince = ({ version }: WorkflowRecord, transitioned: WorkflowRecord): boolean =>
  versionBefore(transitioned) !== version;

/** `commits`: whether the preparation is committed next. */
type At = { call: Call; commits: boolean };

const makePrepare = ({ store, votes, instances, definitions, records, executor }: Parts) => {
  const waitingInstance = async ({ org_id, record_id, id }: Approval): Promise<Instance> => {
    const instance = await instances.current(org_id, record_id);
    if (instance?.approval_id === id) return instance;
    throw conflict('The record no longer waits for this approval.');
  };

  /** The waiting record. From here on its owner refuses changes of the content. */
  const readWaitingRecord = ({ id, org_id, record_id }: Approval, { record_moves, transitions }: Instance) =>
    records.get(org_id, record_id, {
      recordTransitions: record_moves,
      withAttachments: true,
      waiting: { approvalId: id, transition: transitions },
    });

  /**
   * Null for a transition that is refused because of another decision meanwhile: the preparation is repeated after that
   * decision.
   */
  const prepareTransition = async (at: At, decided: Decided, toState: string): Promise<PreparedTransition | null> => {
    try {
      return await executor.prepare(at.call, toCommand(decided, toState), at);
    } catch (error) {
      const { org_id, id, version } = decided.approval;
      const current = await store.find(org_id, id);
      if (current?.version === version - 1) throw error;
      return null;
    }
  };

  const prepare = async (id: string, input: Input, at: At): Promise<Ready> => {
    const { call } = at;
    const { org_id, id: userId } = call.actor;
    const approval = await store.find(org_id, id);
    if (!approval) throw notFound('approval', id);
    const known = { delegations: await votes.givenTo(org_id, userId, call.now), now: call.now };
    const decided = decide(approval, call.actor, { ...input, signed: input.signature !== undefined }, known);
    requireMatch(call, approval.version);
    const instance = await waitingInstance(approval);
    const record = await readWaitingRecord(approval, instance);
    requireApprovedContent(approval, record, input);
    const workflow = await definitions.version(org_id, instance.workflow_id, instance.workflow_version);
    const toState = findDestination(findState(workflow, approval.state.id), approval, input);
    if (decided.outcome === 'pending') return { decided, instance, record, transition: null };
    const transition = await prepareTransition(at, decided, toState);
    if (!transition || isChangedSince(record, transition.record)) return prepare(id, input, at);
    return { decided, instance: transition.instance, record: transition.record, transition };
  };

  return prepare;
};

const makeEffect =
  ({ store, delegations, executor, signing }: Parts) =>
  (call: Call, { decided, instance, record, transition }: Ready, signature: Signature | null): Effect => {
    const { decision } = decided;
    const approval = signature ? withSignature(decided.approval, signature.id) : decided.approval;
    const used = decision.delegation_id ? [delegations.use(approval.org_id, decision.delegation_id)] : [];
    const own = [store.update(approval), ...used];
    if (transition) {
      const transitioned = executor.decide(call, transition, signature);
      return {
        changes: [...own, ...transitioned.changes],
        events: transitioned.events,
        instance: transitioned.instance,
        transitioned,
      };
    }
    const entry = { approval, decision, record, signature: signature && toSignatureRecord(signature) };
    const signed = signature ? [signing.insert(signature)] : [];
    return { changes: [...own, ...signed], events: [decidedEvent(call, entry)], instance, transitioned: null };
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

const toSigned = ({ decided, instance, record, transition }: Ready, { signature }: Input, signer: Signer) => ({
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
