import type { FieldError } from '@qsc/client';
import type { Definition } from './definition.ts';

/** A fault as the API names it: its path, such as `states.2.allowed_transitions.0`, and why. */
type Fault = Pick<FieldError, 'field' | 'message'>;

/** What a fault is about: the workflow as a whole, a state, or a transition, and the member of it. */
export type Place = { state: string | null; to: string | null };

/** A fault of a definition at its place. `member` is empty where the place as a whole is at fault. */
export type PlacedFault = Place & { member: string; message: string };

const atDefinition = { state: null, to: null };

const place = ({ states }: Definition, field: string): Omit<PlacedFault, 'message'> => {
  const [root = '', at, member = '', index, ...rest] = field.split('.');
  const state = root === 'states' && at !== undefined ? states[Number(at)] : undefined;
  if (!state) return { ...atDefinition, member: root };
  const number = Number(index);
  const inState = { state: state.id, to: null };
  if (index === undefined) return { ...inState, member };
  const { allowed_transitions: targets = [], transition_rules: rules = [], on = [] } = state;
  if (member === 'approval_config') return { ...inState, member: `approval_config.${index}` };
  const [to, inner] =
    member === 'allowed_transitions'
      ? [targets[number], '']
      : member === 'transition_rules'
        ? [rules[number]?.to_state, rest[0] ?? '']
        : member === 'on'
          ? [on[number]?.to_state, ['on', index, ...rest].join('.')]
          : [undefined, ''];
  return to === undefined ? { ...inState, member } : { state: state.id, to, member: inner };
};

/** The faults of a definition, each at the place that a person would look for it. */
export const placeFaults = (definition: Definition, faults: readonly Fault[]): PlacedFault[] =>
  faults.map(({ field, message }) => ({ ...place(definition, field), message }));

export const isAt = (one: Place, other: Place): boolean => one.state === other.state && one.to === other.to;

/** The messages about some members of a place; those that begin so, where `isDeep`. */
export const messagesAt = (
  faults: readonly PlacedFault[],
  at: Place,
  member: string,
  isDeep = false,
): string | undefined => {
  const found = faults.filter(
    (fault) => isAt(fault, at) && (fault.member === member || (isDeep && fault.member.startsWith(`${member}.`))),
  );
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ');
};
