import { type DocumentReference, newId } from '@qsc/contracts';
import { AppError, type Call, conflict, invalidField, invalidTransition, notFound } from '@qsc/service-kit/pure';
import { type ActionStatus, type ActionType, allActions, type Capa, type CapaAction } from './capa.ts';

/** The allowed transitions of an action (decisions §4, "Quality events"). */
export const ACTION_TRANSITIONS: Readonly<Record<ActionStatus, readonly ActionStatus[]>> = {
  open: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['verified', 'in_progress', 'cancelled'],
  verified: [],
  cancelled: [],
};

/** The most actions that one CAPA holds. */
export const ACTION_LIMIT = 200;

export type NewAction = {
  description: string;
  assigned_to?: string | null | undefined;
  due_date?: string | null | undefined;
};

/** A change of an action: what is left out stays, null removes. */
export type ActionPatch = Omit<NewAction, 'description'> & {
  description?: string | undefined;
  status?: ActionStatus | undefined;
  completion_date?: string | null | undefined;
  completion_notes?: string | null | undefined;
  evidence?: readonly string[] | null | undefined;
  /** The documents of `evidence`; set by the service. */
  document_references?: DocumentReference[];
};

type Acting = Pick<Call, 'actor' | 'now' | 'reason'>;

const DONE: readonly ActionStatus[] = ['completed', 'verified'];

/** The largest offset of a time zone ahead of UTC. */
const FURTHEST_ZONE_MS = 14 * 3_600_000;

const orBefore = <Value>(given: Value | undefined, before: Value): Value => (given === undefined ? before : given);

/** A new action, open. */
export const newAction = (type: ActionType, { description, assigned_to, due_date }: NewAction): CapaAction => ({
  id: newId('capaAction'),
  type,
  description,
  assigned_to: assigned_to ?? null,
  due_date: due_date ?? null,
  original_due_date: due_date ?? null,
  status: 'open',
  completion_date: null,
  completion_notes: null,
  evidence: [],
  document_references: [],
  completed_by: null,
});

/** The action of that id. Throws `not_found`. */
export const requireAction = (capa: Capa, actionId: string): CapaAction => {
  const action = allActions(capa).find(({ id }) => id === actionId);
  if (!action) throw notFound('action', actionId);
  return action;
};

const requireActionTransition = ({ id, status: from }: CapaAction, to: ActionStatus): void => {
  const allowed = ACTION_TRANSITIONS[from];
  if (from !== to && !allowed.includes(to)) throw invalidTransition(from, to, allowed);
  if (from === to && allowed.length === 0)
    throw conflict(`The action is ${from}: it cannot be changed any more.`, { action_id: id, status: from });
};

/** A first due date needs no reason. One that was removed and is set again does. */
const requireReason = (before: CapaAction, after: string | null, { reason }: Acting): void => {
  if (before.original_due_date === null || before.due_date === after || reason !== null) return;
  throw new AppError('reason_required', 'A due date changes for a reason. Send it in the header "X-Change-Reason".');
};

const requireCompletion = (action: CapaAction, { now }: Acting): void => {
  const lastDay = new Date(now.getTime() + FURTHEST_ZONE_MS).toISOString().slice(0, 10);
  if (action.completion_date !== null && action.completion_date > lastDay)
    throw invalidField('completion_date', 'future', 'An action is not completed before its day has come.');
  if (!DONE.includes(action.status)) return;
  const missing = (['completion_date', 'completion_notes'] as const).filter((field) => action[field] === null);
  if (missing.length === 0) return;
  throw new AppError('missing_required_fields', `An action that is ${action.status} has ${missing.join(' and ')}.`, {
    details: { missing_fields: missing },
  });
};

/** Who completed the action and when, after the patch. An action that is reopened loses both. */
const completionAfter = (action: CapaAction, to: ActionStatus, { actor }: Acting) => {
  if (action.status === 'completed' && to === 'in_progress')
    return { completion_date: null, completion_notes: null, completed_by: null };
  const { completion_date, completion_notes } = action;
  const isCompletedNow = to === 'completed' && action.status !== 'completed';
  return { completion_date, completion_notes, completed_by: isCompletedNow ? actor.id : action.completed_by };
};

/**
 * The action with the patch merged into it. The first due date stays as `original_due_date`; the caller is who completes it.
 * Throws `invalid_transition` for a transition that the table does not have, `conflict` for a final action,
 * `missing_required_fields` for one completed without date and notes, `validation_failed` for a completion in the future and
 * `reason_required` for another due date without a reason.
 */
export const patchAction = (action: CapaAction, patch: ActionPatch, acting: Acting): CapaAction => {
  const status = patch.status ?? action.status;
  requireActionTransition(action, status);
  const due_date = orBefore(patch.due_date, action.due_date);
  requireReason(action, due_date, acting);
  const completion = completionAfter(action, status, acting);
  const patched: CapaAction = {
    ...action,
    status,
    description: patch.description ?? action.description,
    assigned_to: orBefore(patch.assigned_to, action.assigned_to),
    due_date,
    original_due_date: action.original_due_date ?? due_date,
    evidence: [...new Set(orBefore(patch.evidence, action.evidence) ?? [])],
    document_references: patch.document_references ?? action.document_references ?? [],
    completion_date: orBefore(patch.completion_date, completion.completion_date),
    completion_notes: orBefore(patch.completion_notes, completion.completion_notes),
    completed_by: completion.completed_by,
  };
  requireCompletion(patched, acting);
  return patched;
};

/** The CAPA with this action instead of the one with the same id. */
export const withAction = (capa: Capa, action: CapaAction): Capa => {
  const replaced = (actions: readonly CapaAction[]) =>
    actions.map((known) => (known.id === action.id ? action : known));
  return {
    ...capa,
    corrective_actions: replaced(capa.corrective_actions),
    preventive_actions: replaced(capa.preventive_actions),
  };
};

/** The CAPA with one action more. Throws `conflict` when it is full. */
export const withNewAction = (capa: Capa, action: CapaAction): Capa => {
  if (allActions(capa).length >= ACTION_LIMIT) throw conflict(`A CAPA has at most ${ACTION_LIMIT} actions.`);
  return action.type === 'corrective'
    ? { ...capa, corrective_actions: [...capa.corrective_actions, action] }
    : { ...capa, preventive_actions: [...capa.preventive_actions, action] };
};
