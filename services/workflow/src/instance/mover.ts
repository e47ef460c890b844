import type { Envelope } from '@qsc/contracts/events';
import {
  AppError,
  type Call,
  type Change,
  conflict,
  MOVED_SINCE,
  notFound,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import { missingFields } from '@qsc/service-kit/pure';
import { type Approval, openRound } from '../approval/approval.ts';
import { blockedEvent } from '../approval/approval-event.ts';
import { stateOf, type Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { AskedRecord, RecordClient } from '../record/record.client.ts';
import { versionBefore, type WorkflowRecord } from '../record/record.ts';
import { recordHash, type Signature } from '../signature/signature.ts';
import type { Signer, Signing } from '../signature/signer.ts';
import { type Door, missingRequiredFields, requireDataRight, requireMove, ruleOf } from './guard.ts';
import type { InstanceStore } from './instance.store.ts';
import type { Instance } from './instance.ts';
import { type AskedMove, type PlannedMove, planMove, snapshotOf } from './plan-move.ts';

/** A move as a door asks for it. */
export type MoveOrder = AskedMove & {
  recordId: string;
  door: Door;
  /** The signature that a transition is made with; a decision brings its own. */
  signature?: { meaning: string; password: string } | null;
  /** The record as it will be, where its owner asks; else the owner is asked. */
  record?: WorkflowRecord;
  /** What the record's own rules have against the move, where its owner asks. */
  refusal?: AppError | null;
};

/** A move that every guard let pass: the instance before it, its definition, and the record as it will be. */
export type PreparedMove = { order: MoveOrder; instance: Instance; workflow: Workflow; record: WorkflowRecord };

/** What a move comes to, to be committed together with what else belongs to the act. */
export type DecidedMove = PlannedMove & { changes: readonly Change[]; events: readonly Envelope[] };

type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

/** Moves instances. Every door goes by it, so that a move is the same thing behind each. */
export type Mover = {
  /**
   * Reads what the move is about and asks every guard, in this order: whether it was judged on the moves made so far, the
   * definition's states and roles, the right to the data, required fields, the record's own rules, the record's version where
   * the call names one, the need of a signature, and, unless it commits, whether the round that it opens could be completed,
   * which does not hinder a reaction. Writes nothing; for use in a decision. Throws `not_found`,
   * `invalid_transition`, `approval_required`, `forbidden`, `missing_required_fields`, `precondition_failed`,
   * `signature_required`, what the owner of the record refuses, and `conflict` where that judged it before its last move or
   * knows of more moves than there are here, as after a restore of one of the two.
   * @param options `commits`: what is prepared is committed next, which the owner of the record is told.
   */
  prepare(call: Call, order: MoveOrder, options?: { commits: boolean }): Promise<PreparedMove>;
  /** What a prepared move comes to. A signature is written with it. */
  decide(call: Call, prepared: PreparedMove, signature: Signature | null): DecidedMove;
  /**
   * Prepares, signs where asked, decides and commits, and tells the owner of the record at once. Of two moves at the same
   * moment the second is decided anew, on what the first one left; where the owner has judged it, that does so. Throws what
   * `prepare` throws, and for a signature `signature_invalid`, `account_locked` or `forbidden`, and `conflict` where the record
   * was changed while the password was checked: nobody signs what he did not ask to sign.
   */
  commitMove<Answer>(call: Call, order: MoveOrder, finish: Finish<Answer>): Promise<Answer>;
  /** Tells the owner of the record of a committed move; its event does so where this fails. */
  tell(orgId: string, moved: Pick<PlannedMove, 'move'>): Promise<void>;
};

/** The answer of a move, and what else belongs to its commit. */
export type Finish<Answer> = { answerOf: (decided: DecidedMove) => Answer; also?: (decided: DecidedMove) => Effect };

export type MoverParts = {
  store: Pick<InstanceStore, 'current' | 'changes'>;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get' | 'applyMove'>;
  /** What the opening of a round of decisions comes to. */
  openedRound: (call: Call, round: Approval) => Effect;
  /** Whether too few active users could complete a round. */
  isBlocked: (round: Approval) => Promise<boolean>;
  signing: Signing;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

const NONE: Effect = { changes: [], events: [] };

const knowsMoves = ({ record_moves }: Instance, { moves = 0 }: WorkflowRecord): boolean => moves <= record_moves;

const unknownMoves = ({ record_moves }: Instance, { id, moves }: WorkflowRecord): AppError =>
  conflict(
    `The record ${id} has taken ${moves} moves, its workflow knows of ${record_moves}: restore both to the same moment.`,
  );

/** An owner has judged the record as the last move left it. */
const requireJudgedNow = (record: WorkflowRecord, instance: Instance): void => {
  if (!knowsMoves(instance, record)) throw unknownMoves(instance, record);
  if (record.moves === undefined || record.moves === instance.record_moves) return;
  throw conflict(`Another move has changed the record ${record.id} since this one was judged.`, {
    reason: MOVED_SINCE,
  });
};

/** A decision names the version of its approval, and an owner that asks has looked at the record's. */
const namesVersion = ({ ifMatch }: Call, { door, record }: MoveOrder): boolean =>
  ifMatch !== null && door === 'transition' && !record;

/** Who signs, and the content that the record had when the signature was asked for. */
type SignerOf = { signer: Signer; recordHash: string };

const requireSignedContent = (by: SignerOf, record: WorkflowRecord): void => {
  if (recordHash(record) === by.recordHash) return;
  throw conflict(`The record ${record.id} was changed while it was signed. Read it again, and sign what it is now.`, {
    reason: 'content_changed',
  });
};

const lacksSignature = ({ workflow, instance, order }: Omit<PreparedMove, 'record'>): boolean =>
  order.door !== 'decision' &&
  !order.signature &&
  ruleOf(workflow, instance.state.id, order.toState).requires_signature;

const requireSignature = (prepared: PreparedMove): void => {
  const { order } = prepared;
  if (!lacksSignature(prepared)) return;
  throw new AppError('signature_required', `Moving to "${order.toState}" needs an electronic signature.`);
};

/** The mover over the stores, the owners of records and the signing. */
export const makeMover = (parts: MoverParts): Mover => {
  const { store, definitions, records, openedRound, isBlocked, signing, unitOfWork } = parts;

  /** What the move requires and does not bring: the record has it. */
  const requireFields = async (order: MoveOrder, instance: Instance, workflow: Workflow): Promise<string[]> => {
    const { org_id, state, record_moves } = instance;
    const { requires_fields } = ruleOf(workflow, state.id, order.toState);
    const requiredFields = missingFields(requires_fields, order.data);
    if (requiredFields.length === 0) return requiredFields;
    const { content } = order.record ?? (await records.get(org_id, order.recordId, { recordMoves: record_moves }));
    const missing = missingFields(requires_fields, order.data, content);
    if (missing.length > 0) throw missingRequiredFields(order.toState, missing);
    return requiredFields;
  };

  /** The record as its owner has it for the move; an owner that asks for one brought the record, and keeps what is required. */
  const askOwner = async (order: MoveOrder, { org_id }: Instance, asked: AskedRecord): Promise<WorkflowRecord> => {
    const { recordId, record, refusal, toState, data } = order;
    if (!record) return records.get(org_id, recordId, { ...asked, move: { toState, data } });
    if (refusal) throw refusal;
    if (asked.requiredFields?.length) await records.get(org_id, recordId, asked);
    return record;
  };

  /** A record that has more moves than the instance had has them from a move that came between, and then that one is there now. */
  const requireKnownMoves = async (instance: Instance, record: WorkflowRecord): Promise<void> => {
    if (knowsMoves(instance, record)) return;
    const now = await store.current(instance.org_id, instance.record_id);
    if (!now || !knowsMoves(now, record)) throw unknownMoves(now ?? instance, record);
  };

  const requireApprovers = async (call: Call, { order, instance, workflow, record }: PreparedMove): Promise<void> => {
    const state = stateOf(workflow, order.toState);
    if (state.type !== 'approval' || order.door === 'reaction') return;
    const former = order.decidedRound ?? null;
    if (!(await isBlocked(openRound({ instance, workflow, state, record, former, call })))) return;
    const roles = state.approval_config?.approver_roles ?? [];
    throw conflict(
      `Too few active users could decide on "${state.id}": it needs ${roles.join(', ')} beside who asks and who created the record.`,
      { reason: 'no_eligible_approver', roles },
    );
  };

  /** Whether the state that is asked for is an approval, whose round is looked at before the owner keeps the record. */
  const opensRound = async ({ actor }: Call, { recordId, toState }: MoveOrder): Promise<boolean> => {
    const instance = await store.current(actor.org_id, recordId);
    if (!instance) return false;
    const { states } = await definitions.version(actor.org_id, instance.workflow_id, instance.workflow_version);
    return states.some(({ id, type }) => id === toState && type === 'approval');
  };

  const prepare: Mover['prepare'] = async (call, order, { commits } = { commits: false }) => {
    const { actor } = call;
    const instance = await store.current(actor.org_id, order.recordId);
    if (!instance) throw notFound('workflow instance of a record', order.recordId);
    const { org_id, workflow_id, workflow_version, record_moves: recordMoves } = instance;
    if (order.record) requireJudgedNow(order.record, instance);
    const workflow = await definitions.version(org_id, workflow_id, workflow_version);
    requireMove(instance, workflow, { ...order, actor });
    // An owner that asks has asked for this right at its own door.
    const rule = ruleOf(workflow, instance.state.id, order.toState);
    if (!order.record) requireDataRight(instance, { rule, data: order.data }, actor);
    const required = await requireFields(order, instance, workflow);
    const isNext = commits && !lacksSignature({ workflow, instance, order });
    const asked = { recordMoves, commits: isNext, requiredFields: isNext ? required : [] };
    const record = await askOwner(order, instance, asked);
    await requireKnownMoves(instance, record);
    if (namesVersion(call, order)) requireMatch(call, versionBefore(record));
    const prepared = { order, instance, workflow, record };
    requireSignature(prepared);
    if (!commits) await requireApprovers(call, prepared);
    return prepared;
  };

  const decide: Mover['decide'] = (call, { order, instance, workflow, record }, signature) => {
    const planned = planMove(call, { instance, workflow, record, asked: order, signature });
    const opened = planned.round ? openedRound(call, planned.round) : NONE;
    const signed = signature ? [signing.insert(signature)] : [];
    return {
      ...planned,
      changes: [...store.changes(planned), ...signed, ...opened.changes],
      events: [planned.event, ...opened.events],
    };
  };

  /**
   * The password is checked once, before the decision: a wrong one counts, however often the move is decided anew. So are a
   * version that is not the record's any more, content that was changed while the password was checked, and whether the round
   * that it opens could be completed, before the owner keeps the record for the move.
   */
  const signerOf = async (call: Call, order: MoveOrder): Promise<SignerOf | null> => {
    if (!order.signature && !namesVersion(call, order) && !(await opensRound(call, order))) return null;
    const { record } = await prepare(call, order);
    if (!order.signature) return null;
    const signer = await signing.checkPassword(call, order.signature.password);
    const by = { signer, recordHash: recordHash(record) };
    requireSignedContent(by, (await prepare(call, order)).record);
    return by;
  };

  const signatureOf = (call: Call, by: SignerOf | null, prepared: PreparedMove): Signature | null => {
    const { order, instance, record } = prepared;
    if (!by || !order.signature) return null;
    requireSignedContent(by, record);
    const { signer } = by;
    const { action, toState, signature } = order;
    const act = {
      action,
      move: instance.moves + 1,
      from_state: instance.state.id,
      to_state: toState,
      approval_id: null,
    };
    return signing.sign(call, { signer, meaning: signature.meaning, record, act });
  };

  const tell: Mover['tell'] = async (orgId, { move }) => {
    const isOfRecord = move.record_move !== null || move.approval_id !== null || move.action !== 'transition';
    if (isOfRecord) await records.applyMove(orgId, snapshotOf(move));
  };

  return {
    prepare,
    decide,
    tell,
    async commitMove(call, order, { answerOf, also = () => NONE }) {
      const signer = await signerOf(call, order);
      let decided: DecidedMove | undefined;
      const answer = await unitOfWork.decide(call, { records: [order.recordId] }, async () => {
        const prepared = await prepare(call, order, { commits: true });
        const planned = decide(call, prepared, signatureOf(call, signer, prepared));
        decided = planned;
        const { changes, events } = also(planned);
        const blocked = planned.round && (await isBlocked(planned.round)) ? [blockedEvent(call, planned.round)] : [];
        return {
          changes: [...planned.changes, ...changes],
          events: [...planned.events, ...events, ...blocked],
          answer: answerOf(planned),
        };
      });
      if (decided && !order.record) await tell(call.actor.org_id, decided);
      return answer;
    },
  };
};
