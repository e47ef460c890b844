import { type Actor, roleAllows, type Scope } from '@qsc/contracts';
import { AppError, invalidTransition } from '@qsc/service-kit/pure';
import type { TransitionRule, Workflow } from '../definition/definition.ts';
import { findState } from '../definition/definition.ts';
import { type Instance, isQualityEvent } from './instance.ts';
import { listPaths } from './transition-data.ts';

/** The entry point of a transition: a request by a user or program, a decision on an approval, or a reaction of a state. */
export type EntryPoint = 'transition' | 'decision' | 'reaction';

type Requested = { toState: string; entryPoint: EntryPoint };

const FREE: Omit<TransitionRule, 'to_state'> = { requires_fields: [], requires_signature: false, roles: [] };

/** The rule of the definition for a transition; without requirements where it has none. */
export const findRule = (workflow: Workflow, from: string, to: string): TransitionRule => {
  const rule = findState(workflow, from).transition_rules?.find(({ to_state }) => to_state === to);
  return rule ?? { to_state: to, ...FREE };
};

const requireRole = ({ roles, to_state }: TransitionRule, { role }: Pick<Actor, 'role'>): void => {
  if (roles.length === 0 || (role !== null && roles.includes(role))) return;
  throw new AppError('forbidden', `The transition to "${to_state}" needs the role ${roles.join(' or ')}.`, {
    details: { reason: 'role', roles },
  });
};

/**
 * Refuses a transition that the definition does not allow from the current state, or not to the caller. Throws
 * `invalid_transition`; `approval_required` for leaving an approval state without a decision; `forbidden` for a role that the
 * rule does not name. The roles of a rule apply to requested transitions: approvers are another list, and reactions belong to
 * the definition itself.
 */
export const requireTransition = (
  { state }: Pick<Instance, 'state'>,
  workflow: Workflow,
  { toState, entryPoint, actor }: Requested & { actor: Pick<Actor, 'role'> },
): void => {
  const { allowed_transitions: allowed = [], type } = findState(workflow, state.id);
  if (!allowed.includes(toState)) throw invalidTransition(state.id, toState, allowed);
  if (type === 'approval' && entryPoint !== 'decision')
    throw new AppError('approval_required', `"${state.id}" is left only by the decision on its approval.`, {
      details: { current_state: state.id, requested_state: toState, allowed_transitions: allowed },
    });
  if (entryPoint === 'transition') requireRole(findRule(workflow, state.id, toState), actor);
};

/** The scopes that allow a write of the record: that of its own API, and that of the general one. */
const writeScopes = ({ record_id, record_type }: Instance): [Scope, ...Scope[]] => {
  if (isQualityEvent(record_id)) return ['quality-events:write'];
  return record_type === 'supplier' ? ['suppliers:write', 'entities:write'] : ['entities:write'];
};

/**
 * Fields that a transition requires are covered by the right to make it. Any other field is a change of the record, as by
 * PATCH, and needs the right to write it. Throws `forbidden`.
 */
export const requireDataRight = (
  instance: Instance,
  { rule, data }: { rule: TransitionRule; data: Record<string, unknown> },
  { scopes, role }: Pick<Actor, 'scopes' | 'role'>,
): void => {
  const writing = writeScopes(instance);
  if (writing.some((scope) => scopes.includes(scope) && roleAllows(role, scope))) return;
  const isRequired = (path: string) =>
    rule.requires_fields.some((field) => path === field || path.startsWith(`${field}.`));
  const path = listPaths(data).find((given) => !isRequired(given));
  if (path === undefined) return;
  const [scope] = writing;
  throw new AppError('forbidden', `The transition does not require ${path}, and changing it needs "${scope}".`, {
    details: { required_scope: scope, ...(scopes.includes(scope) ? { reason: 'role' } : {}) },
  });
};
