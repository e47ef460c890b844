import type { Envelope } from '@qsc/contracts/events';
import { AppError, type Call, type Change, conflict } from '@qsc/service-kit';
import type { Approval } from '../approval/approval.ts';
import { blockedEvent } from '../approval/approval-event.ts';
import { findState, type Workflow } from '../definition/definition.ts';
import type { Definitions } from '../definition/definitions.ts';
import type { ReserveRequest } from '../record/record.client.ts';
import type { SignatureInput } from '../signature/signature.schemas.ts';
import type { Signature } from '../signature/signature.ts';
import type { Signing } from '../signature/signer.ts';
import { type EntryPoint, findRule, requireDataRight, requireTransition } from './guard.ts';
import type { InstanceStore } from './instance.store.ts';
import type { Instance } from './instance.ts';
import { type PlannedTransition, planTransition, type TransitionInput } from './plan-transition.ts';
import { type Reserve, type Reserved, type ReservedActs, reservationOver } from './reservation.ts';

/** A requested transition, from any entry point. */
export type TransitionCommand = TransitionInput & {
  recordId: string;
  entryPoint: EntryPoint;
  /** The signature of a transition; a decision brings its own. */
  signature?: SignatureInput | null;
  /** Whether the owner of the record requests it: it has checked the data and applies the transition itself. */
  byOwner?: boolean;
  /** What it is identified by where it is no request. */
  key?: string;
};

/** A transition that passed every guard, and whose record is reserved. */
export type ReservedTransition = Reserved & { command: TransitionCommand; workflow: Workflow };

/** The effects of a transition, to be committed together with the rest of the act. */
export type DecidedTransition = PlannedTransition & { changes: readonly Change[]; events: readonly Envelope[] };

type Effect = { changes: readonly Change[]; events: readonly Envelope[] };

/** Makes transitions of instances, for every entry point. */
export type TransitionExecutor = {
  /**
   * Reserves the record for a transition, in this order: states and roles of the definition, the right to the data, then at the owner
   * the required fields, its own rules and the version that the call names. Throws `not_found`, `invalid_transition`,
   * `approval_required`, `forbidden`, `missing_required_fields`, `precondition_failed`, the refusal of the owner, and `conflict` where
   * record and instance are not at the same transition.
   */
  reserve(call: Call, command: TransitionCommand, reserve: Reserve): Promise<ReservedTransition>;
  /**
   * The effects of a transition whose record is reserved. Throws `conflict` where too few users could complete the approval that it
   * opens, except for a reaction, which reports that.
   */
  decide(
    call: Call,
    reserved: ReservedTransition,
    committed: { transitionId: string; signature: Signature | null },
  ): Promise<DecidedTransition>;
  /**
   * Reserves, signs where requested, decides and commits. Throws what `reserve` and `decide` throw, `signature_required`, and for a
   * signature `signature_invalid`, `account_locked` or `forbidden`.
   */
  execute<Answer>(call: Call, command: TransitionCommand, finish: Finish<Answer>): Promise<Answer>;
};

/** The response of a transition, and what else belongs to its commit. */
export type Finish<Answer> = {
  toAnswer: (decided: DecidedTransition) => Answer;
  /** Checks the reserved record once more. Throws what refuses the transition. */
  confirm?: (reserved: Reserved) => Promise<void>;
  also?: (decided: DecidedTransition) => Effect;
};

export type ExecutorParts = {
  store: Pick<InstanceStore, 'current' | 'changes'>;
  definitions: Pick<Definitions, 'version'>;
  reservedActs: Pick<ReservedActs, 'run'>;
  /** The effects of opening an approval. */
  approvalEffect: (call: Call, approval: Approval) => Effect;
  /** Whether too few active users could complete an approval. */
  isBlocked: (approval: Approval) => Promise<boolean>;
  signing: Signing;
};

const NONE: Effect = { changes: [], events: [] };

/** Whether the content is hashed: for a signature, for an approval that opens, or for a decision on one. */
const hashesContent = (workflow: Workflow, { entryPoint, signature, toState }: TransitionCommand): boolean =>
  entryPoint === 'decision' || Boolean(signature) || findState(workflow, toState).type === 'approval';

const requireSignature = ({ workflow, instance, command }: ReservedTransition): void => {
  if (command.signature || !findRule(workflow, instance.state.id, command.toState).requires_signature) return;
  throw new AppError('signature_required', `The transition to "${command.toState}" needs an electronic signature.`);
};

const noApprover = ({ state, approver_roles }: Approval): AppError =>
  conflict(
    `Too few active users could decide on "${state.id}": it needs ${approver_roles.join(', ')} other than the requester and the creator of the record.`,
    { reason: 'no_eligible_approver', roles: approver_roles },
  );

/** Executes transitions over the stores, the reservations of records and the signing. */
export const makeTransitionExecutor = (parts: ExecutorParts): TransitionExecutor => {
  const { store, definitions, reservedActs, approvalEffect, isBlocked, signing } = parts;

  const findWorkflow = ({ org_id, workflow_id, workflow_version }: Instance): Promise<Workflow> =>
    definitions.version(org_id, workflow_id, workflow_version);

  const toRequest = async (call: Call, command: TransitionCommand, instance: Instance): Promise<ReserveRequest> => {
    const { toState, data, entryPoint, byOwner = false, actedAt } = command;
    const workflow = await findWorkflow(instance);
    requireTransition(instance, workflow, { toState, entryPoint, actor: call.actor });
    const rule = findRule(workflow, instance.state.id, toState);
    if (!byOwner) requireDataRight(instance, { rule, data }, call.actor);
    return {
      transition: { toState, data, requiredFields: rule.requires_fields, byOwner },
      // A decision names the version of its approval.
      ifMatch: entryPoint === 'transition' ? call.ifMatch : null,
      actedAt: actedAt ?? call.now,
      withAttachments: hashesContent(workflow, command),
    };
  };

  const reserve: TransitionExecutor['reserve'] = async (call, command, reserveRecord) => {
    const reserved = await reserveRecord((instance) => toRequest(call, command, instance));
    return { ...reserved, command, workflow: await findWorkflow(reserved.instance) };
  };

  /** The instance as it is now: its name or relations may have changed since it was read. */
  const readReserved = async ({ instance }: Reserved): Promise<Instance> => {
    const current = await store.current(instance.org_id, instance.record_id);
    if (current?.id === instance.id && current.last_transition_id === instance.last_transition_id) return current;
    throw reservationOver();
  };

  const openingEffect = async (call: Call, approval: Approval, { entryPoint }: TransitionCommand): Promise<Effect> => {
    const { changes, events } = approvalEffect(call, approval);
    if (!(await isBlocked(approval))) return { changes, events };
    if (entryPoint !== 'reaction') throw noApprover(approval);
    return { changes, events: [...events, blockedEvent(call, approval)] };
  };

  const decide: TransitionExecutor['decide'] = async (call, reserved, { transitionId, signature }) => {
    const { command, workflow, record } = reserved;
    const instance = await readReserved(reserved);
    const planned = planTransition(call, { instance, workflow, record, input: command, transitionId, signature });
    const opened = planned.approval ? await openingEffect(call, planned.approval, command) : NONE;
    const signed = signature ? [signing.insert(signature)] : [];
    return {
      ...planned,
      changes: [...store.changes(planned), ...signed, ...opened.changes],
      events: [planned.event, ...opened.events],
    };
  };

  /** Signs the content that is reserved. */
  const sign = async (call: Call, { command, instance, record }: ReservedTransition): Promise<Signature | null> => {
    const { action, toState, signature } = command;
    if (!signature) return null;
    const signer = await signing.checkPassword(call, signature);
    const act = {
      action,
      move: instance.transitions + 1,
      from_state: instance.state.id,
      to_state: toState,
      approval_id: null,
    };
    return signing.sign(call, { signer, meaning: signature.meaning, record, act });
  };

  return {
    reserve,
    decide,
    execute: (call, command, { toAnswer, confirm, also = () => NONE }) =>
      reservedActs.run(call, command, async (reserveRecord) => {
        const reserved = await reserve(call, command, reserveRecord);
        await confirm?.(reserved);
        requireSignature(reserved);
        const signature = await sign(call, reserved);
        return async (transitionId) => {
          const decided = await decide(call, reserved, { transitionId, signature });
          const { changes, events } = also(decided);
          return {
            changes: [...decided.changes, ...changes],
            events: [...decided.events, ...events],
            answer: toAnswer(decided),
            transition: decided.transition,
          };
        };
      }),
  };
};
