import {
  type Actor,
  type LocalTime,
  rolesForTransition,
  type StateTable,
  type StateTransition,
  toDay,
} from '@qsc/contracts';
import type { Call } from './call.ts';
import { AppError, invalidField, invalidTransition } from './error.ts';
import { missingFields } from './transition/missing-field.ts';

type Attributes = Readonly<Record<string, unknown>>;

/** The state that the attributes stand for; every initial word counts as the first. Throws `validation_failed` for no text. */
export const getRecordState = (table: StateTable, attributes: Attributes): string => {
  const state = attributes[table.attribute];
  const [first = ''] = table.initial;
  if (state === undefined || state === null) return first;
  if (typeof state !== 'string')
    throw invalidField(`attributes.${table.attribute}`, 'invalid_type', 'A state is a text.');
  return table.initial.includes(state) ? first : state;
};

/** Throws `missing_required_fields` for attributes without what a state needs. */
export const requireStateFields = (fields: readonly string[], attributes: Attributes, state: string): void => {
  const missing = missingFields(fields, attributes);
  if (missing.length === 0) return;
  throw new AppError('missing_required_fields', `The state "${state}" needs ${missing.join(', ')}.`, {
    details: { missing_fields: missing.map((field) => `attributes.${field}`) },
  });
};

const requireRight = (actor: Actor, table: StateTable, transition: StateTransition): void => {
  if (actor.kind === 'system') return;
  if (!actor.scopes.includes(table.scope))
    throw new AppError('forbidden', `Moving this record needs "${table.scope}".`, {
      details: { required_scope: table.scope },
    });
  const roles = rolesForTransition(table, transition);
  // An application has no role: it is bound by its scopes, and by the roles that the transition itself names.
  if (actor.role === null ? transition.roles === undefined : roles.includes(actor.role)) return;
  throw new AppError('forbidden', `This transition needs the role ${roles.join(' or ')}.`, {
    details: { reason: 'role', roles },
  });
};

const requireNotPast = ({ notPast }: StateTransition, attributes: Attributes, at: LocalTime): void => {
  if (notPast === undefined) return;
  const date = attributes[notPast];
  if (typeof date === 'string' && date.slice(0, 10) < toDay(at))
    throw invalidField(`attributes.${notPast}`, 'past', 'The date is over, so the record cannot become valid.');
};

/**
 * Refuses a transition that the table does not allow, or not for this actor, or not with these attributes.
 * Throws `invalid_transition`, `forbidden`, `missing_required_fields` or `validation_failed`.
 * @param states `after`: the attributes as they would be; `given`: those that come with the transition, else all.
 */
export const requireTransition = (
  table: StateTable,
  { from, to, after, given = after }: { from: string; to: string; after: Attributes; given?: Attributes },
  call: Pick<Call, 'actor' | 'now' | 'zone'>,
): void => {
  const transitions = table.transitions[from] ?? [];
  const transition = transitions.find((candidate) => candidate.to === to);
  if (!transition) {
    const allowed = transitions.map((known) => known.to);
    throw invalidTransition(from, to, allowed);
  }
  requireRight(call.actor, table, transition);
  requireStateFields(transition.requires ?? [], transition.fresh ? given : after, to);
  requireNotPast(transition, after, call);
};
