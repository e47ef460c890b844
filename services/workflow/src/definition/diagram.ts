import type { Condition, When } from './condition.ts';
import type { ApprovalConfig, Reaction, State, Workflow } from './definition.ts';

type Drawn = Pick<Workflow, 'states'>;

/** A definition as a Mermaid state diagram: its states and ways, and what each way needs or happens by. */
export const diagramOf = ({ states }: Drawn): string =>
  ['stateDiagram-v2', ...states.flatMap(linesOf).map((line) => `  ${line}`)].join('\n');

const linesOf = (state: State): string[] => [
  `${state.id} : ${titleOf(state)}`,
  ...(state.type === 'initial' ? [`[*] --> ${state.id}`] : []),
  ...(state.allowed_transitions ?? []).map((target) => arrowOf(state, target)),
  ...(state.type === 'final' ? [`${state.id} --> [*]`] : []),
  ...(state.approval_config ? noteOf(state.id, state.approval_config) : []),
];

const BREAK = '<br/>';

/** What Mermaid would take for a sign of its own. */
const plain = (text: string): string => text.replaceAll(/[:;#<>{}[\]"\n]/g, ' ');

const titleOf = ({ name, sla_hours }: State): string =>
  sla_hours === undefined ? plain(name) : `${plain(name)}${BREAK}within ${sla_hours} h`;

const arrowOf = (state: State, target: string): string => {
  const labels = [
    ...outcomeOf(state, target),
    ...needsOf(state, target),
    ...(state.on ?? []).filter(({ to_state }) => to_state === target).map(reactionOf),
  ];
  return `${state.id} --> ${target}${labels.length > 0 ? ` : ${labels.join(BREAK)}` : ''}`;
};

const outcomeOf = ({ approval_config: config }: State, target: string): string[] => [
  ...(config?.on_approve === target ? ['approved'] : []),
  ...(config?.on_reject === target ? ['rejected'] : []),
];

const needsOf = ({ transition_rules: rules = [] }: State, target: string): string[] => {
  const rule = rules.find(({ to_state }) => to_state === target);
  if (!rule) return [];
  return [
    ...(rule.requires_fields.length > 0 ? [`needs ${rule.requires_fields.join(', ')}`] : []),
    ...(rule.requires_signature ? ['needs a signature'] : []),
    ...(rule.roles.length > 0 ? [`by ${rule.roles.join(' or ')}`] : []),
  ];
};

const reactionOf = ({ event, when }: Reaction): string =>
  [`also by itself on ${event}`, ...conditionsOf(when)].join(BREAK);

const conditionsOf = (when: When): string[] =>
  Object.entries(when).map(([path, condition], index) => {
    const joint = index === 0 ? 'when' : 'and';
    return plain(`${joint} ${path} ${wordsOf(condition)}`);
  });

const WORDS = { eq: 'is', ne: 'is not', gt: 'is over', ge: 'is at least', lt: 'is under', le: 'is at most' } as const;

const wordsOf = (condition: Condition): string => {
  if (typeof condition !== 'object' || condition === null) return `is ${condition}`;
  const { in: listed, ...compared } = condition;
  const words = Object.entries(compared).map(([name, value]) => `${WORDS[name as keyof typeof WORDS]} ${value}`);
  return [...words, ...(listed ? [`is ${listed.join(' or ')}`] : [])].join(' and ');
};

const HOW = { single: '', parallel: ', in any order', sequential: ', one after the other' } as const;

const noteOf = (id: string, config: ApprovalConfig): string[] => {
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
