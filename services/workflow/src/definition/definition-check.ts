import { type FieldError, type Role, roleAllows } from '@qsc/contracts';
import { validationFailed } from '@qsc/service-kit/pure';
import { mayDecide } from '../user/user.ts';
import type { ApprovalConfig, Reaction, State, TransitionRule } from './definition.ts';

/** The checked parts of a definition; each has the shape of its schema. */
export type Checked = { entity_types: readonly string[]; states: readonly State[] };

/**
 * Throws `validation_failed`, with every fault and its path, for states that no record could pass through (decisions §4,
 * "Workflows": definitions are checked on write).
 */
export const requireSound = (definition: Checked): void => {
  const faults = findFaults(definition);
  if (faults.length > 0) throw validationFailed(faults.slice(0, SHOWN));
};

const SHOWN = 20;

/** All faults of a definition; none for a sound one. Paths through the states are checked only if each state is sound. */
export const findFaults = ({ entity_types, states }: Checked): FieldError[] => {
  const single = [
    ...repeated('entity_types', entity_types, 'This type is listed twice.'),
    ...endsFaults(states),
    ...repeatedAt(
      states.map(({ id }, index) => [`states.${index}.id`, id]),
      'Another state has this id.',
    ),
    ...states.flatMap((state, index) => stateFaults(state, { at: `states.${index}`, states })),
  ];
  return single.length > 0 ? single : wayFaults(states);
};

const fault = (field: string, code: string, message: string): FieldError => ({ field, code, message });

const repeatedAt = (entries: readonly (readonly [string, string])[], message: string): FieldError[] =>
  entries
    .filter(([, value], index) => entries.findIndex(([, other]) => other === value) < index)
    .map(([field]) => fault(field, 'duplicate', message));

const repeated = (at: string, values: readonly string[], message: string): FieldError[] =>
  repeatedAt(
    values.map((value, index) => [`${at}.${index}`, value]),
    message,
  );

const endsFaults = (states: readonly State[]): FieldError[] => {
  const initial = states.filter(({ type }) => type === 'initial').length;
  const final = states.filter(({ type }) => type === 'final').length;
  return [
    ...(initial === 1 ? [] : [fault('states', 'initial_state', `One state is initial; here ${initial} are.`)]),
    ...(final > 0 ? [] : [fault('states', 'final_state', 'At least one state is final.')]),
  ];
};

type Location = { at: string; states: readonly State[] };

const stateFaults = (state: State, { at, states }: Location): FieldError[] => {
  const ids = new Set(states.map(({ id }) => id));
  const targets = state.allowed_transitions ?? [];
  return [
    ...targets.flatMap((target, index) =>
      ids.has(target) ? [] : [fault(`${at}.allowed_transitions.${index}`, 'unknown_state', `No state is "${target}".`)],
    ),
    ...repeated(`${at}.allowed_transitions`, targets, 'This state is listed twice.'),
    ...(state.type === 'final' ? finalFaults(state, at) : openFaults(state, at)),
    ...approvalFaults(state, at),
    ...ruleFaults(state, at),
  ];
};

const finalFaults = (state: State, at: string): FieldError[] =>
  (['allowed_transitions', 'transition_rules', 'on'] as const).flatMap((member) =>
    (state[member] ?? []).length === 0
      ? []
      : [fault(`${at}.${member}`, 'not_allowed', 'Nothing leads out of a final state.')],
  );

const openFaults = ({ allowed_transitions: targets = [] }: State, at: string): FieldError[] =>
  targets.length > 0
    ? []
    : [fault(`${at}.allowed_transitions`, 'required', 'A state that is not final says where it leads.')];

const approvalFaults = (state: State, at: string): FieldError[] => {
  const { approval_config: config } = state;
  const field = `${at}.approval_config`;
  if (state.type !== 'approval')
    return config ? [fault(field, 'not_allowed', 'Only a state of type approval has approvers.')] : [];
  if (!config) return [fault(field, 'required', 'A state of type approval says who approves.')];
  return [
    ...approverFaults(config, field),
    ...outcomeFaults(config, state.allowed_transitions ?? [], field),
    ...((state.on ?? []).length > 0
      ? [fault(`${at}.on`, 'not_allowed', 'Approvers alone decide when an approval is left.')]
      : []),
    ...((state.transition_rules ?? []).length > 0
      ? [
          fault(
            `${at}.transition_rules`,
            'not_allowed',
            'The requirements of an approval belong in its approval_config.',
          ),
        ]
      : []),
  ];
};

const approverFaults = (config: ApprovalConfig, at: string): FieldError[] => {
  const { required_approvers: required, approver_roles: roles, approval_type: type } = config;
  return [
    ...roles.flatMap((role, index) =>
      mayDecide(role)
        ? []
        : [fault(`${at}.approver_roles.${index}`, 'role_cannot_decide', `The role ${role} decides on no record.`)],
    ),
    ...(type === 'single' && required !== 1
      ? [fault(`${at}.required_approvers`, 'not_single', 'A single approval has one approver.')]
      : []),
    ...(type === 'sequential' && roles.length !== required
      ? [fault(`${at}.approver_roles`, 'not_in_order', 'A sequential approval names one role for each approver.')]
      : []),
    // As many roles as approvers means one of each, so that a role may be listed twice.
    ...(roles.length === required ? [] : repeated(`${at}.approver_roles`, roles, 'This role is listed twice.')),
  ];
};

const outcomeFaults = (config: ApprovalConfig, targets: readonly string[], at: string): FieldError[] => {
  const { on_approve: entries, on_reject: rejected } = config;
  const approved = entries ?? targets[0];
  return [
    ...notAllowed(`${at}.on_approve`, entries, targets),
    ...notAllowed(`${at}.on_reject`, rejected, targets),
    ...(rejected !== undefined && rejected === approved
      ? [fault(`${at}.on_reject`, 'same_state', 'A rejection leads elsewhere than an approval.')]
      : []),
  ];
};

const notAllowed = (field: string, target: string | undefined, targets: readonly string[]): FieldError[] =>
  target === undefined || targets.includes(target)
    ? []
    : [fault(field, 'not_a_transition', `"${target}" is none of the allowed_transitions of this state.`)];

const ruleFaults = (state: State, at: string): FieldError[] => {
  const { allowed_transitions: targets = [], transition_rules: rules = [], on: reactions = [] } = state;
  return [
    ...rules.flatMap((rule, index) => notAllowed(`${at}.transition_rules.${index}.to_state`, rule.to_state, targets)),
    ...repeatedAt(
      rules.map(({ to_state }, index) => [`${at}.transition_rules.${index}.to_state`, to_state]),
      'Another rule is for this transition.',
    ),
    ...rules.flatMap((rule, index) => roleFaults(rule, `${at}.transition_rules.${index}`)),
    ...reactions.flatMap((reaction, index) => reactionFaults(reaction, state, `${at}.on.${index}`)),
  ];
};

const canTransition = (role: Role): boolean => roleAllows(role, 'workflows:execute');

const roleFaults = ({ roles }: TransitionRule, at: string): FieldError[] => [
  ...roles.flatMap((role, index) =>
    canTransition(role)
      ? []
      : [fault(`${at}.roles.${index}`, 'role_cannot_move', `The role ${role} makes no transitions.`)],
  ),
  ...repeated(`${at}.roles`, roles, 'This role is listed twice.'),
];

const reactionFaults = ({ to_state }: Reaction, state: State, at: string): FieldError[] => {
  const { allowed_transitions: targets = [], transition_rules: rules = [] } = state;
  const rule = rules.find((known) => known.to_state === to_state);
  return [
    ...notAllowed(`${at}.to_state`, to_state, targets),
    ...(rule?.requires_signature || (rule?.roles ?? []).length > 0
      ? [fault(`${at}.to_state`, 'not_by_itself', 'This transition needs a person, so nothing can make it by itself.')]
      : []),
  ];
};

/** The states that can be reached from the given ones by the steps. */
const reachedFrom = (starts: readonly string[], listSteps: (id: string) => readonly string[]): Set<string> => {
  const reached = new Set(starts);
  for (const id of reached) for (const next of listSteps(id)) reached.add(next);
  return reached;
};

const wayFaults = (states: readonly State[]): FieldError[] => {
  const stateIds = (type: State['type']) => states.filter((state) => state.type === type).map(({ id }) => id);
  const listTargets = (id: string) => states.find((state) => state.id === id)?.allowed_transitions ?? [];
  const listSources = (id: string) =>
    states.filter((state) => listTargets(state.id).includes(id)).map((state) => state.id);
  const reachable = reachedFrom(stateIds('initial'), listTargets);
  const terminating = reachedFrom(stateIds('final'), listSources);
  return states.flatMap(({ id }, index) => [
    ...(reachable.has(id)
      ? []
      : [fault(`states.${index}`, 'unreachable', `No way leads from the initial state to "${id}".`)]),
    ...(terminating.has(id) ? [] : [fault(`states.${index}`, 'no_end', `No way leads from "${id}" to a final state.`)]),
  ]);
};
