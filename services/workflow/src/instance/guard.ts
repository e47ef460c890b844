import { type Actor, roleAllows, type Scope } from '@qsc/contracts';
import { AppError, invalidTransition } from '@qsc/service-kit/pure';
import type { TransitionRule, Workflow } from '../definition/definition.ts';
import { stateOf } from '../definition/definition.ts';
import { type Instance, isQualityEvent } from './instance.ts';
import { pathsOf } from './move-data.ts';

/** How a move is asked for: by a user or program, by those who decide on an approval, or by what a state reacts to. */
export type Door = 'transition' | 'decision' | 'reaction';

type Asked = { toState: string; door: Door };

const FREE: Omit<TransitionRule, 'to_state'> = { requires_fields: [], requires_signature: false, roles: [] };

/** What the definition asks of a move; nothing where it has no rule for it. */
export const ruleOf = (workflow: Workflow, from: string, to: string): TransitionRule => {
  const rule = stateOf(workflow, from).transition_rules?.find(({ to_state }) => to_state === to);
  return rule ?? { to_state: to, ...FREE };
};

const requireRole = ({ roles, to_state }: TransitionRule, { role }: Pick<Actor, 'role'>): void => {
  if (roles.length === 0 || (role !== null && roles.includes(role))) return;
  throw new AppError('forbidden', `Moving to "${to_state}" needs the role ${roles.join(' or ')}.`, {
    details: { reason: 'role', roles },
  });
};

/**
 * Refuses a move that the definition does not allow from where the instance is, or not to who asks.
 * Throws `invalid_transition`; `approval_required` for leaving an approval state without a decision; `forbidden` for a role
 * that the rule does not name. Roles of a rule are for those who ask for a transition: who decides on an approval is another
 * list, and what a state reacts to is the definition's own.
 */
export const requireMove = (
  { state }: Pick<Instance, 'state'>,
  workflow: Workflow,
  { toState, door, actor }: Asked & { actor: Pick<Actor, 'role'> },
): void => {
  const { allowed_transitions: allowed = [], type } = stateOf(workflow, state.id);
  if (!allowed.includes(toState)) throw invalidTransition(state.id, toState, allowed);
  if (type === 'approval' && door !== 'decision')
    throw new AppError('approval_required', `"${state.id}" is left by the decision on its approval alone.`, {
      details: { current_state: state.id, requested_state: toState, allowed_transitions: allowed },
    });
  if (door === 'transition') requireRole(ruleOf(workflow, state.id, toState), actor);
};

/** What each lets write the record of an instance: the scope of its own door, and that of the general one. */
const writeScopesOf = ({ record_id, record_type }: Instance): [Scope, ...Scope[]] => {
  if (isQualityEvent(record_id)) return ['quality-events:write'];
  return record_type === 'supplier' ? ['suppliers:write', 'entities:write'] : ['entities:write'];
};

/**
 * The fields that a move asks for come with it by the right to move; any other changes the record, as a PATCH would, and needs
 * the right to write it. Throws `forbidden`.
 */
export const requireDataRight = (
  instance: Instance,
  { rule, data }: { rule: TransitionRule; data: Record<string, unknown> },
  { scopes, role }: Pick<Actor, 'scopes' | 'role'>,
): void => {
  const writing = writeScopesOf(instance);
  if (writing.some((scope) => scopes.includes(scope) && roleAllows(role, scope))) return;
  const isAsked = (path: string) =>
    rule.requires_fields.some((field) => path === field || path.startsWith(`${field}.`));
  const path = pathsOf(data).find((given) => !isAsked(given));
  if (path === undefined) return;
  const [scope] = writing;
  throw new AppError('forbidden', `The move does not ask for ${path}, and changing it needs "${scope}".`, {
    details: { required_scope: scope, ...(scopes.includes(scope) ? { reason: 'role' } : {}) },
  });
};

/** 422 that names the fields which a move needs and nobody gave. */
export const missingRequiredFields = (toState: string, missing: readonly string[]): AppError =>
  new AppError('missing_required_fields', `The state "${toState}" needs ${missing.join(', ')}.`, {
    details: { missing_fields: missing },
  });
