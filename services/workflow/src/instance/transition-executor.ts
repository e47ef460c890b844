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
import { type Approval, openApproval } from '../approval/approval.ts';
import { blockedEvent } from '../approval/approval-event.ts';
import { findState, type Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { RecordClient, RecordRequest } from '../record/record.client.ts';
import { versionBefore, type WorkflowRecord } from '../record/record.ts';
import type { SignatureInput } from '../signature/signature.schemas.ts';
import { recordHash, type Signature } from '../signature/signature.ts';
import type { Signer, Signing } from '../signature/signer.ts';
import { type EntryPoint, findRule, missingRequiredFields, requireDataRight, requireTransition } from './guard.ts';
import type { InstanceStore } from './instance.store.ts';
import type { Instance } from './instance.ts';
import { type PlannedTransition, planTransition, type TransitionInput, toSnapshot } from './plan-transition.ts';

/** A requested transition, from any entry point. */
export type TransitionCommand = TransitionInput & {
  recordId: string;
  entryPoint: EntryPoint;
  /** The signature of a transition; a decision brings its own. */
  signature?: SignatureInput | null;
  /** The record as it will be, where its service requests the transition; otherwise it is read from there. */
  record?: WorkflowRecord;
  /** The refusal by the record's own rules, where its service requests the transition. */
  refusal?: AppError | null;
};

/** A transition that passed every guard: the instance before it, its definition, and the record as it will be. */
export type PreparedTransition = {
  command: TransitionCommand;
  instance: Instance;
  workflow: Workflow;
  record: WorkflowRecord;
};

/** The effects of a transition, to be committed together with the rest of the act. */
export type DecidedTransition = PlannedTransition & { changes: readonly Change[]; events: readonly Envelope[] };

type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

/** Makes transitions of instances, for every entry point. */
export type TransitionExecutor = {
  /**
   * Reads the instance and the record and checks every guard, in this order: that the request includes the latest transition,
   * states and roles of the definition, the right to the data, required fields, the record's own rules, the record's version
   * where the call names one, the signature, and, unless it commits, whether enough users could complete the approval that it
   * opens, except for reactions. Writes nothing; for use in a decision. Throws `not_found`, `invalid_transition`,
   * `approval_required`, `forbidden`, `missing_required_fields`, `precondition_failed`, `signature_required`, the refusal of
   * the record's service, and `conflict` where that service decided before the last transition or knows more transitions than
   * this one, as after a restore of one of the two.
   * @param options `commits`: the preparation is committed next, which the record's service is told by its request.
   */
  prepare(call: Call, command: TransitionCommand, options?: { commits: boolean }): Promise<PreparedTransition>;
  /** The effects of a prepared transition, including the signature. */
  decide(call: Call, prepared: PreparedTransition, signature: Signature | null): DecidedTransition;
  /**
   * Prepares, signs where requested, decides and commits, and notifies the record's service at once. Of two concurrent
   * transitions the second is decided again after the first; where the record's service made the decision, it does so. Throws
   * what `prepare` throws, and for a signature `signature_invalid`, `account_locked` or `forbidden`, and `conflict` where the
   * record was changed while the password was checked, so that nobody signs other content than they read.
   */
  execute<Answer>(call: Call, command: TransitionCommand, finish: Finish<Answer>): Promise<Answer>;
  /** Notifies the record's service of a committed transition; where this fails, its event does. */
  notifyOwner(orgId: string, transitioned: Pick<PlannedTransition, 'transition'>): Promise<void>;
};

/** The response of a transition, and what else belongs to its commit. */
export type Finish<Answer> = {
  toAnswer: (decided: DecidedTransition) => Answer;
  also?: (decided: DecidedTransition) => Effect;
};

export type ExecutorParts = {
  store: Pick<InstanceStore, 'current' | 'changes'>;
  definitions: Pick<Definitions, 'version'>;
  records: Pick<RecordClient, 'get' | 'applyTransition'>;
  /** The effects of opening an approval. */
  approvalEffect: (call: Call, approval: Approval) => Effect;
  /** Whether too few active users could complete an approval. */
  isBlocked: (approval: Approval) => Promise<boolean>;
  signing: Signing;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
};

const NONE: Effect = { changes: [], events: [] };

const knowsTransitions = ({ record_moves }: Instance, { transitions = 0 }: WorkflowRecord): boolean =>
  transitions <= record_moves;

const unknownTransitions = ({ record_moves }: Instance, { id, transitions }: WorkflowRecord): AppError =>
  conflict(
    `The record ${id} has applied ${transitions} transitions, its workflow has ${record_moves}: restore both to the same moment.`,
  );

/** Requires that the record's service decided after the last transition. */
const requireCurrentRecord = (record: WorkflowRecord, instance: Instance): void => {
  if (!knowsTransitions(instance, record)) throw unknownTransitions(instance, record);
  if (record.transitions === undefined || record.transitions === instance.record_moves) return;
  throw conflict(`Another transition has changed the record ${record.id} since this one was decided.`, {
    reason: MOVED_SINCE,
  });
};

/** A decision names the version of its approval, and the record's service has checked the record's version itself. */
const namesVersion = ({ ifMatch }: Call, { entryPoint, record }: TransitionCommand): boolean =>
  ifMatch !== null && entryPoint === 'transition' && !record;

/** The signer, and the content of the record when the signature was requested. */
type ContentSigner = { signer: Signer; recordHash: string };

const requireSignedContent = (by: ContentSigner, record: WorkflowRecord): void => {
  if (recordHash(record) === by.recordHash) return;
  throw conflict(
    `The record ${record.id} was changed while it was signed. Read it again, and sign its current content.`,
    {
      reason: 'content_changed',
    },
  );
};

const lacksSignature = ({ workflow, instance, command }: Omit<PreparedTransition, 'record'>): boolean =>
  command.entryPoint !== 'decision' &&
  !command.signature &&
  findRule(workflow, instance.state.id, command.toState).requires_signature;

/** Whether the content is hashed: for a signature, for an approval that opens, or for a decision on one. */
const hashesContent = (workflow: Workflow, { entryPoint, signature, toState }: TransitionCommand): boolean =>
  entryPoint === 'decision' || Boolean(signature) || findState(workflow, toState).type === 'approval';

const requireSignature = (prepared: PreparedTransition): void => {
  const { command } = prepared;
  if (!lacksSignature(prepared)) return;
  throw new AppError('signature_required', `The transition to "${command.toState}" needs an electronic signature.`);
};

/** Executes transitions over the stores, the services of records and the signing. */
export const makeTransitionExecutor = (parts: ExecutorParts): TransitionExecutor => {
  const { store, definitions, records, approvalEffect, isBlocked, signing, unitOfWork } = parts;

  /** The required fields that the data does not contain: the record must have them. */
  const requireFields = async (
    command: TransitionCommand,
    instance: Instance,
    workflow: Workflow,
  ): Promise<string[]> => {
    const { org_id, state, record_moves } = instance;
    const { requires_fields } = findRule(workflow, state.id, command.toState);
    const requiredFields = missingFields(requires_fields, command.data);
    if (requiredFields.length === 0) return requiredFields;
    const { content } =
      command.record ?? (await records.get(org_id, command.recordId, { recordTransitions: record_moves }));
    const missing = missingFields(requires_fields, command.data, content);
    if (missing.length > 0) throw missingRequiredFields(command.toState, missing);
    return requiredFields;
  };

  /**
   * The record for the transition. A service that requests one brought the record, and is asked to retain the required fields.
   */
  const readFromOwner = async (
    command: TransitionCommand,
    { org_id }: Instance,
    request: RecordRequest,
  ): Promise<WorkflowRecord> => {
    const { recordId, record, refusal, toState, data } = command;
    if (!record) return records.get(org_id, recordId, { ...request, transition: { toState, data } });
    if (refusal) throw refusal;
    if (request.requiredFields?.length) await records.get(org_id, recordId, request);
    return record;
  };

  /** A record with more transitions than the instance had got them from a concurrent one, which is stored by now. */
  const requireKnownTransitions = async (instance: Instance, record: WorkflowRecord): Promise<void> => {
    if (knowsTransitions(instance, record)) return;
    const now = await store.current(instance.org_id, instance.record_id);
    if (!now || !knowsTransitions(now, record)) throw unknownTransitions(now ?? instance, record);
  };

  const requireApprovers = async (
    call: Call,
    { command, instance, workflow, record }: PreparedTransition,
  ): Promise<void> => {
    const state = findState(workflow, command.toState);
    if (state.type !== 'approval' || command.entryPoint === 'reaction') return;
    const former = command.decidedApproval ?? null;
    if (!(await isBlocked(openApproval({ instance, workflow, state, record, former, call })))) return;
    const roles = state.approval_config?.approver_roles ?? [];
    throw conflict(
      `Too few active users could decide on "${state.id}": it needs ${roles.join(', ')} other than the requester and the creator of the record.`,
      { reason: 'no_eligible_approver', roles },
    );
  };

  /** Whether the target state is an approval, whose approvers are checked before the record is reserved. */
  const opensApproval = async ({ actor }: Call, { recordId, toState }: TransitionCommand): Promise<boolean> => {
    const instance = await store.current(actor.org_id, recordId);
    if (!instance) return false;
    const { states } = await definitions.version(actor.org_id, instance.workflow_id, instance.workflow_version);
    return states.some(({ id, type }) => id === toState && type === 'approval');
  };

  const prepare: TransitionExecutor['prepare'] = async (call, command, { commits } = { commits: false }) => {
    const { actor } = call;
    const instance = await store.current(actor.org_id, command.recordId);
    if (!instance) throw notFound('workflow instance of a record', command.recordId);
    const { org_id, workflow_id, workflow_version, record_moves: recordTransitions } = instance;
    if (command.record) requireCurrentRecord(command.record, instance);
    const workflow = await definitions.version(org_id, workflow_id, workflow_version);
    requireTransition(instance, workflow, { ...command, actor });
    // The record's service has checked this right itself.
    const rule = findRule(workflow, instance.state.id, command.toState);
    if (!command.record) requireDataRight(instance, { rule, data: command.data }, actor);
    const required = await requireFields(command, instance, workflow);
    const isNext = commits && !lacksSignature({ workflow, instance, command });
    const request = {
      recordTransitions,
      commits: isNext,
      requiredFields: isNext ? required : [],
      withAttachments: hashesContent(workflow, command),
    };
    const record = await readFromOwner(command, instance, request);
    await requireKnownTransitions(instance, record);
    if (namesVersion(call, command)) requireMatch(call, versionBefore(record));
    const prepared = { command, instance, workflow, record };
    requireSignature(prepared);
    if (!commits) await requireApprovers(call, prepared);
    return prepared;
  };

  const decide: TransitionExecutor['decide'] = (call, { command, instance, workflow, record }, signature) => {
    const planned = planTransition(call, { instance, workflow, record, input: command, signature });
    const opened = planned.approval ? approvalEffect(call, planned.approval) : NONE;
    const signed = signature ? [signing.insert(signature)] : [];
    return {
      ...planned,
      changes: [...store.changes(planned), ...signed, ...opened.changes],
      events: [planned.event, ...opened.events],
    };
  };

  /**
   * The password is checked once, before the decision, since a wrong one counts, however often the transition is decided again.
   * The same holds for the version of the record, for content that was changed during the check, and for the approvers of an
   * approval that it opens, before the record is reserved.
   */
  const prepareSigner = async (call: Call, command: TransitionCommand): Promise<ContentSigner | null> => {
    if (!command.signature && !namesVersion(call, command) && !(await opensApproval(call, command))) return null;
    const { record } = await prepare(call, command);
    if (!command.signature) return null;
    const signer = await signing.checkPassword(call, command.signature);
    const by = { signer, recordHash: recordHash(record) };
    requireSignedContent(by, (await prepare(call, command)).record);
    return by;
  };

  const toSignature = (call: Call, by: ContentSigner | null, prepared: PreparedTransition): Signature | null => {
    const { command, instance, record } = prepared;
    if (!by || !command.signature) return null;
    requireSignedContent(by, record);
    const { signer } = by;
    const { action, toState, signature } = command;
    const act = {
      action,
      move: instance.transitions + 1,
      from_state: instance.state.id,
      to_state: toState,
      approval_id: null,
    };
    return signing.sign(call, { signer, meaning: signature.meaning, record, act });
  };

  const notifyOwner: TransitionExecutor['notifyOwner'] = async (orgId, { transition }) => {
    const affectsRecord =
      transition.record_move !== null || transition.approval_id !== null || transition.action !== 'transition';
    if (affectsRecord) await records.applyTransition(orgId, toSnapshot(transition));
  };

  return {
    prepare,
    decide,
    notifyOwner,
    async execute(call, command, { toAnswer, also = () => NONE }) {
      const signer = await prepareSigner(call, command);
      let decided: DecidedTransition | undefined;
      const answer = await unitOfWork.decide(call, { records: [command.recordId] }, async () => {
        const prepared = await prepare(call, command, { commits: true });
        const planned = decide(call, prepared, toSignature(call, signer, prepared));
        decided = planned;
        const { changes, events } = also(planned);
        const blocked =
          planned.approval && (await isBlocked(planned.approval)) ? [blockedEvent(call, planned.approval)] : [];
        return {
          changes: [...planned.changes, ...changes],
          events: [...planned.events, ...events, ...blocked],
          answer: toAnswer(planned),
        };
      });
      if (decided && !command.record) await notifyOwner(call.actor.org_id, decided);
      return answer;
    },
  };
};
