import { type Call, type Change, conflict, notFound, requireMatch, type UnitOfWork } from '@qsc/service-kit';
import type { z } from 'zod';
import { stateOf } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { DelegationStore } from '../delegation/delegation.store.ts';
import type { LentVotes } from '../delegation/lent-vote.query.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { Instance } from '../instance/instance.ts';
import type { DecidedMove, MoveOrder, Mover, PreparedMove } from '../instance/mover.ts';
import type { RecordClient } from '../record/record.client.ts';
import { versionBefore, type WorkflowRecord } from '../record/record.ts';
import { type Signature, signatureRecordOf } from '../signature/signature.ts';
import type { Signer, Signing } from '../signature/signer.ts';
import type { DecisionResult, NewDecision } from './approval.schemas.ts';
import type { ApprovalStore } from './approval.store.ts';
import type { Approval } from './approval.ts';
import { decidedEvent, detailsOf } from './approval-event.ts';
import {
  actionOf,
  approvalsOf,
  type Decided,
  decide,
  destinationOf,
  requireContentOf,
  withSignature,
} from './decision.ts';

type Asked = z.output<typeof NewDecision>;
type Answer = z.input<typeof DecisionResult>;

export type DecisionService = {
  /**
   * Decides on an approval; the decision, the move that it comes to and its signature are one commit.
   * Throws `not_found`, what `decide` and `destinationOf` throw, what the move is refused with, `signature_invalid`,
   * `account_locked` and `precondition_failed`.
   */
  decide(approvalId: string, asked: Asked, call: Call): Promise<Answer>;
};

type Parts = {
  store: Pick<ApprovalStore, 'find' | 'update'>;
  delegations: Pick<DelegationStore, 'use'>;
  votes: Pick<LentVotes, 'givenTo'>;
  instances: Pick<InstanceStore, 'current'>;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get'>;
  mover: Pick<Mover, 'prepare' | 'decide' | 'tell'>;
  signing: Signing;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

/** A decision that every rule let pass; `record` as it is after the act, `move` null where the round goes on. */
type Ready = { decided: Decided; instance: Instance; record: WorkflowRecord; move: PreparedMove | null };

type Effect = { changes: Change[]; events: DecidedMove['events']; instance: Instance; moved: DecidedMove | null };

/** The use case of decisions (specification, "Workflows"). */
export const makeDecisionService = (parts: Parts): DecisionService => {
  const { unitOfWork, signing, mover } = parts;
  const prepare = makePrepare(parts);
  const effectOf = makeEffectOf(parts);

  return {
    async decide(approvalId, asked, call) {
      // What is refused is refused before the password is asked for: a wrong one counts.
      const first = await prepare(approvalId, asked, { call, commits: false });
      const signer = asked.signature ? await signing.checkPassword(call, asked.signature.password) : null;
      let moved: DecidedMove | null = null;
      const answer = await unitOfWork.decide(call, { records: [first.instance.record_id] }, async () => {
        const ready = await prepare(approvalId, asked, { call, commits: true });
        const signature = signer && signing.sign(call, signedOf(ready, asked, signer));
        const effect = effectOf(call, ready, signature);
        moved = effect.moved;
        return { ...effect, answer: answerOf(ready.decided, effect.instance, signature) };
      });
      if (moved) await mover.tell(call.actor.org_id, moved);
      return answer;
    },
  };
};

/** Whether the record was changed between two questions, of which the later was for the record after a move. */
const isChangedSince = ({ version }: WorkflowRecord, moved: WorkflowRecord): boolean =>
  versionBefore(moved) !== version;

/** `commits`: whether what is prepared is committed next. */
type At = { call: Call; commits: boolean };

const makePrepare = ({ store, votes, instances, definitions, records, mover }: Parts) => {
  const waitingInstance = async ({ org_id, record_id, id }: Approval): Promise<Instance> => {
    const instance = await instances.current(org_id, record_id);
    if (instance?.approval_id === id) return instance;
    throw conflict('The record does not wait for this approval any more.');
  };

  /** The record as it waits: where its owner keeps the content of such records, nobody changes it from here on. */
  const recordAsked = ({ id, org_id, record_id }: Approval, { record_moves, moves }: Instance) =>
    records.get(org_id, record_id, { recordMoves: record_moves, waiting: { approvalId: id, move: moves } });

  /** Null for a move that is refused since somebody else has decided meanwhile: what they left tells what is refused. */
  const prepareMove = async (at: At, decided: Decided, toState: string): Promise<PreparedMove | null> => {
    try {
      return await mover.prepare(at.call, orderOf(decided, toState), at);
    } catch (error) {
      const { org_id, id, version } = decided.approval;
      const current = await store.find(org_id, id);
      if (current?.version === version - 1) throw error;
      return null;
    }
  };

  const prepare = async (id: string, asked: Asked, at: At): Promise<Ready> => {
    const { call } = at;
    const { org_id, id: userId } = call.actor;
    const approval = await store.find(org_id, id);
    if (!approval) throw notFound('approval', id);
    const known = { delegations: await votes.givenTo(org_id, userId, call.now), now: call.now };
    const decided = decide(approval, call.actor, { ...asked, signed: asked.signature !== undefined }, known);
    requireMatch(call, approval.version);
    const instance = await waitingInstance(approval);
    const record = await recordAsked(approval, instance);
    requireContentOf(approval, record, asked);
    const workflow = await definitions.version(org_id, instance.workflow_id, instance.workflow_version);
    const toState = destinationOf(stateOf(workflow, approval.state.id), approval, asked);
    if (decided.outcome === 'pending') return { decided, instance, record, move: null };
    const move = await prepareMove(at, decided, toState);
    if (!move || isChangedSince(record, move.record)) return prepare(id, asked, at);
    return { decided, instance: move.instance, record: move.record, move };
  };

  return prepare;
};

const makeEffectOf =
  ({ store, delegations, mover, signing }: Parts) =>
  (call: Call, { decided, instance, record, move }: Ready, signature: Signature | null): Effect => {
    const { decision } = decided;
    const approval = signature ? withSignature(decided.approval, signature.id) : decided.approval;
    const used = decision.delegation_id ? [delegations.use(approval.org_id, decision.delegation_id)] : [];
    const own = [store.update(approval), ...used];
    if (move) {
      const moved = mover.decide(call, move, signature);
      return { changes: [...own, ...moved.changes], events: moved.events, instance: moved.instance, moved };
    }
    const told = { approval, decision, record, signature: signature && signatureRecordOf(signature) };
    const signed = signature ? [signing.insert(signature)] : [];
    return { changes: [...own, ...signed], events: [decidedEvent(call, told)], instance, moved: null };
  };

const orderOf = ({ approval, decision }: Decided, toState: string): MoveOrder => ({
  recordId: approval.record_id,
  door: 'decision',
  action: actionOf(decision.decision),
  toState,
  comment: decision.comment,
  data: {},
  details: detailsOf(approval, decision),
  decidedRound: approval,
});

const signedOf = ({ decided, instance, record, move }: Ready, { signature }: Asked, signer: Signer) => ({
  signer,
  meaning: signature?.meaning ?? '',
  record,
  act: {
    action: actionOf(decided.decision.decision),
    move: move ? instance.moves + 1 : null,
    from_state: instance.state.id,
    to_state: move?.order.toState ?? instance.state.id,
    approval_id: decided.approval.id,
  },
});

const answerOf = ({ approval, decision }: Decided, { state }: Instance, signature: Signature | null): Answer => ({
  approval_id: approval.id,
  decision: decision.decision,
  status: approval.status,
  entity_id: approval.record_id,
  approvals_received: approvalsOf(approval),
  approvals_required: approval.required_approvers,
  current_state: { id: state.id, name: state.name, entered_at: state.entered_at },
  comment: decision.comment,
  conditions: decision.conditions,
  decided_by: decision.decided_by,
  on_behalf_of: decision.on_behalf_of,
  decided_at: decision.decided_at,
  signature_record: signature && signatureRecordOf(signature),
});
