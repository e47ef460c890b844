import type { Schemas } from '@qsc/client';

export type Workflow = Schemas['Workflow'];
export type State = Schemas['WorkflowState'];
export type Rule = NonNullable<State['transition_rules']>[number];
export type Reaction = NonNullable<State['on']>[number];
export type Approval = NonNullable<State['approval_config']>;

/** What is edited of a workflow. */
export type Definition = Pick<Workflow, 'name' | 'description' | 'entity_types' | 'is_active' | 'states'>;

export const toDefinition = ({ name, description, entity_types, is_active, states }: Workflow): Definition => ({
  name,
  description,
  entity_types,
  is_active,
  states,
});

const NO_RULE: Omit<Rule, 'to_state'> = { requires_fields: [], requires_signature: false, roles: [] };

const NEW_APPROVAL: Approval = {
  required_approvers: 1,
  approver_roles: ['quality_manager'],
  require_signature: true,
  approval_type: 'single',
};

/** The targets of a state. */
export const listNextStates = ({ allowed_transitions = [] }: State): string[] => allowed_transitions;

/** What a transition requires. */
export const ruleFor = ({ transition_rules = [] }: State, to: string): Rule =>
  transition_rules.find(({ to_state }) => to_state === to) ?? { ...NO_RULE, to_state: to };

/** The reactions of a state that lead to another, with their place among all of them. */
export const reactionsTo = ({ on = [] }: State, to: string): { reaction: Reaction; index: number }[] =>
  on.map((reaction, index) => ({ reaction, index })).filter(({ reaction }) => reaction.to_state === to);

/** The states of the smallest workflow that can be saved. */
export const twoStates = (open: string, closed: string): State[] => [
  { id: 'open', name: open, type: 'initial', allowed_transitions: ['closed'] },
  { id: 'closed', name: closed, type: 'final' },
];

/** Leaves out what is empty, so that a definition which was changed and changed back is the same. */
const withoutEmpty = (state: State): State =>
  Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as State;

const isEmptyRule = ({ requires_fields, requires_signature, roles }: Rule): boolean =>
  requires_fields.length === 0 && !requires_signature && roles.length === 0;

/** The definition with another version of one state. */
export const changeState = (definition: Definition, id: string, change: (state: State) => State): Definition => ({
  ...definition,
  states: definition.states.map((state) => (state.id === id ? withoutEmpty(change(state)) : state)),
});

/** An identifier out of a name, which no state has yet. */
export const newStateId = ({ states }: Definition, name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
    .slice(0, 56);
  const base = plain || 'state';
  const isTaken = (id: string) => states.some((state) => state.id === id);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`;
    if (!isTaken(id)) return id;
  }
};

/** The definition with another state, before the first final one. */
export const addState = (definition: Definition, state: State): Definition => {
  const { states } = definition;
  const final = states.findIndex(({ type }) => type === 'final');
  const at = state.type === 'final' || final === -1 ? states.length : final;
  return { ...definition, states: [...states.slice(0, at), asType(state, state.type), ...states.slice(at)] };
};

/** The state as another type: without what that type cannot have, and with what it needs. */
export const asType = (state: State, type: State['type']): State => {
  const { approval_config, transition_rules, on, allowed_transitions, sla_hours, ...rest } = state;
  const open = { allowed_transitions, sla_hours };
  if (type === 'final') return withoutEmpty({ ...rest, type });
  if (type === 'approval')
    return withoutEmpty({ ...rest, type, ...open, approval_config: approval_config ?? NEW_APPROVAL } as State);
  return withoutEmpty({ ...rest, type, ...open, transition_rules, on } as State);
};

/** The state without the transition, and without what belongs to it. */
const withoutTransition = (state: State, to: string): State => {
  const { allowed_transitions = [], transition_rules = [], on = [], approval_config, ...rest } = state;
  const others = <Row extends { to_state: string }>(rows: readonly Row[]) => rows.filter((row) => row.to_state !== to);
  const outcomes = approval_config && { ...approval_config };
  if (outcomes?.on_approve === to) delete outcomes.on_approve;
  if (outcomes?.on_reject === to) delete outcomes.on_reject;
  return withoutEmpty({
    ...rest,
    allowed_transitions: allowed_transitions.filter((target) => target !== to),
    ...(outcomes && { approval_config: outcomes }),
    transition_rules: others(transition_rules),
    on: others(on),
  });
};

export const addTransition = (definition: Definition, from: string, to: string): Definition =>
  changeState(definition, from, (state) =>
    listNextStates(state).includes(to) ? state : { ...state, allowed_transitions: [...listNextStates(state), to] },
  );

export const removeTransition = (definition: Definition, from: string, to: string): Definition =>
  changeState(definition, from, (state) => withoutTransition(state, to));

/** The definition without the state and without the transitions to it. */
export const removeState = (definition: Definition, id: string): Definition => ({
  ...definition,
  states: definition.states.filter((state) => state.id !== id).map((state) => withoutTransition(state, id)),
});

/** The definition with another identifier of a state, everywhere. */
export const renameState = (definition: Definition, from: string, to: string): Definition => {
  const named = (id: string) => (id === from ? to : id);
  const led = <Row extends { to_state: string }>(rows: readonly Row[] | undefined) =>
    rows?.map((row) => ({ ...row, to_state: named(row.to_state) }));
  const renamed = ({ approval_config: approval, ...state }: State): State =>
    withoutEmpty({
      ...state,
      id: named(state.id),
      allowed_transitions: state.allowed_transitions?.map(named),
      transition_rules: led(state.transition_rules),
      on: led(state.on),
      approval_config: approval && {
        ...approval,
        ...(approval.on_approve !== undefined && { on_approve: named(approval.on_approve) }),
        ...(approval.on_reject !== undefined && { on_reject: named(approval.on_reject) }),
      },
    } as State);
  return { ...definition, states: definition.states.map(renamed) };
};

/** The definition with other requirements of a transition; a rule that requires nothing is none. */
export const changeRule = (definition: Definition, from: string, to: string, part: Partial<Rule>): Definition =>
  changeState(definition, from, (state) => {
    const { transition_rules = [] } = state;
    const rule = { ...ruleFor(state, to), ...part };
    const isKnown = transition_rules.some(({ to_state }) => to_state === to);
    const rules = isKnown
      ? transition_rules.map((known) => (known.to_state === to ? rule : known))
      : [...transition_rules, rule];
    return { ...state, transition_rules: rules.filter((one) => !isEmptyRule(one)) };
  });

/** The definition with other approvers of a state; an outcome that leads elsewhere becomes a transition. */
export const changeApproval = (definition: Definition, id: string, part: Partial<Approval>): Definition =>
  changeState(definition, id, (state) => {
    const approval = { ...(state.approval_config ?? NEW_APPROVAL), ...part };
    const targets = new Set(listNextStates(state));
    for (const outcome of [approval.on_approve, approval.on_reject]) if (outcome) targets.add(outcome);
    return { ...state, allowed_transitions: [...targets], approval_config: approval };
  });

/** The definition with another list of the reactions of a state. */
export const changeReactions = (
  definition: Definition,
  id: string,
  change: (on: readonly Reaction[]) => Reaction[],
): Definition => changeState(definition, id, (state) => ({ ...state, on: change(state.on ?? []) }));
