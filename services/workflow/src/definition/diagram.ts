import type { Condition, When } from './condition.ts';
import type { ApprovalConfig, Reaction, State, Workflow } from './definition.ts';

type Drawn = Pick<Workflow, 'states'>;

/** A definition as a Mermaid state diagram: its states and transitions, with their requirements and reactions. */
export const toDiagram = ({ states }: Drawn): string =>
  ['stateDiagram-v2', ...states.flatMap(toLines).map((line) => `  ${line}`)].join('\n');

const toLines = (state: State): string[] => [
  `${state.id} : ${toTitle(state)}`,
  ...(state.type === 'initial' ? [`[*] --> ${state.id}`] : []),
  ...(state.allowed_transitions ?? []).map((target) => toArrow(state, target)),
  ...(state.type === 'final' ? [`${state.id} --> [*]`] : []),
  ...(state.approval_config ? toNote(state.id, state.approval_config) : []),
];

const BREAK = '<br/>';

/** Replaces characters with a meaning in Mermaid. */
const plain = (text: string): string => text.replaceAll(/[:;#<>{}[\]"\n]/g, ' ');

const toTitle = ({ name, sla_hours }: State): string =>
  sla_hours === undefined ? plain(name) : `${plain(name)}${BREAK}within ${sla_hours} h`;

const toArrow = (state: State, target: string): string => {
  const labels = [
    ...describeOutcome(state, target),
    ...describeRequirements(state, target),
    ...(state.on ?? []).filter(({ to_state }) => to_state === target).map(describeReaction),
  ];
  return `${state.id} --> ${target}${labels.length > 0 ? ` : ${labels.join(BREAK)}` : ''}`;
};

const describeOutcome = ({ approval_config: config }: State, target: string): string[] => [
  ...(config?.on_approve === target ? ['approved'] : []),
  ...(config?.on_reject === target ? ['rejected'] : []),
];

const describeRequirements = ({ transition_rules: rules = [] }: State, target: string): string[] => {
  const rule = rules.find(({ to_state }) => to_state === target);
  if (!rule) return [];
  return [
    ...(rule.requires_fields.length > 0 ? [`needs ${rule.requires_fields.join(', ')}`] : []),
    ...(rule.requires_signature ? ['needs a signature'] : []),
    ...(rule.roles.length > 0 ? [`by ${rule.roles.join(' or ')}`] : []),
  ];
};

const describeReaction = ({ event, when }: Reaction): string =>
  [`also automatically on ${event}`, ...describeConditions(when)].join(BREAK);

const describeConditions = (when: When): string[] =>
  Object.entries(when).map(([path, condition], index) => {
    const joint = index === 0 ? 'when' : 'and';
    return plain(`${joint} ${path} ${describeCondition(condition)}`);
  });

const OPERATORS = {
  eq: 'is',
  ne: 'is not',
  gt: 'is over',
  ge: 'is at least',
  lt: 'is under',
  le: 'is at most',
} as const;

const describeCondition = (condition: Condition): string => {
  if (typeof condition !== 'object' || condition === null) return `is ${condition}`;
  const { in: listed, ...compared } = condition;
  const texts = Object.entries(compared).map(
    ([name, value]) => `${OPERATORS[name as keyof typeof OPERATORS]} ${value}`,
  );
  return [...texts, ...(listed ? [`is ${listed.join(' or ')}`] : [])].join(' and ');
};

const HOW = { single: '', parallel: ', in any order', sequential: ', one after the other' } as const;

const toNote = (id: string, config: ApprovalConfig): string[] => {
  const { required_approvers: required, approver_roles: roles, approval_type: type, require_signature } = config;
  const how = HOW[type ?? (required === 1 ? 'single' : 'parallel')];
  return [
    `note right of ${id}`,
    `  ${required} ${required === 1 ? 'approver' : 'approvers'}${how}`,
    `  ${roles.join(required === roles.length ? ' and ' : ' or ')}`,
    ...(require_signature ? ['  each with a signature'] : []),
    'end note',
  ];
};
