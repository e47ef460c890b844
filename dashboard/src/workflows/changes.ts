import type { Place } from './check-fault.ts';
import { type Definition, listNextStates, reactionsTo, ruleFor, type State } from './definition.ts';

type Facts = Readonly<Record<string, unknown>>;

/** A difference between two definitions: a whole state or transition that came or went, or a member of one. */
export type Change = Place & {
  kind: 'added' | 'removed' | 'changed';
  /** Null where the subject as a whole came or went; `before` or `after` has its facts then. */
  member: string | null;
  before: unknown;
  after: unknown;
};

/** The facts of a state beside its transitions, in the order in which they are read. */
export const stateFacts = ({ name, type, sla_hours, approval_config: approval }: State): Facts => ({
  name,
  type,
  sla_hours: sla_hours ?? null,
  ...(approval && {
    required_approvers: approval.required_approvers,
    approval_type: approval.approval_type ?? null,
    approver_roles: approval.approver_roles,
    require_signature: approval.require_signature,
    require_audit_review: approval.require_audit_review ?? false,
    on_approve: approval.on_approve ?? null,
    on_reject: approval.on_reject ?? null,
  }),
});

/** The facts of a transition. */
export const transitionFacts = (state: State, to: string): Facts => {
  const { requires_fields, requires_signature, roles } = ruleFor(state, to);
  const reactions = reactionsTo(state, to).map(({ reaction: { event, when } }) => ({ event, when }));
  return { requires_fields, requires_signature, roles, reactions };
};

/** Whether two values say the same, in whatever order their members are. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};

const changesIn = (subject: Place, before: Facts, after: Facts): Change[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((member) => !isSame(before[member] ?? null, after[member] ?? null))
    .map((member) => ({
      ...subject,
      kind: 'changed' as const,
      member,
      before: before[member] ?? null,
      after: after[member] ?? null,
    }));

/** One subject that may be on either side. */
const compare = (subject: Place, before: Facts | null, after: Facts | null): Change[] => {
  if (before && after) return changesIn(subject, before, after);
  if (after) return [{ ...subject, kind: 'added', member: null, before: null, after }];
  return before ? [{ ...subject, kind: 'removed', member: null, before, after: null }] : [];
};

const inBoth = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

const stateChanges = (id: string, before: State | undefined, after: State | undefined): Change[] => [
  ...compare({ state: id, to: null }, before ? stateFacts(before) : null, after ? stateFacts(after) : null),
  ...inBoth(after ? listNextStates(after) : [], before ? listNextStates(before) : []).flatMap((to) =>
    compare(
      { state: id, to },
      before && listNextStates(before).includes(to) ? transitionFacts(before, to) : null,
      after && listNextStates(after).includes(to) ? transitionFacts(after, to) : null,
    ),
  ),
];

const head = ({ name, description, entity_types, is_active }: Definition): Facts => ({
  name,
  description,
  entity_types,
  is_active,
});

/** What differs between two definitions, state by state in the order of the later one. */
export const findChanges = (before: Definition, after: Definition): Change[] => {
  const find = ({ states }: Definition, id: string) => states.find((state) => state.id === id);
  const ids = inBoth(
    after.states.map(({ id }) => id),
    before.states.map(({ id }) => id),
  );
  return [
    ...changesIn({ state: null, to: null }, head(before), head(after)),
    ...ids.flatMap((id) => stateChanges(id, find(before, id), find(after, id))),
  ];
};
