import { type Actor, RECORD_STATES, roleAllows, type StateTable } from '@qsc/contracts';
import { AppError, type Call, invalidField, invalidTransition } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

type Move = StateTable['moves'][string][number];

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The state that the attributes stand for; a supplier that is `pending` counts as `new`. */
const stateOf = (table: StateTable, attributes: Attributes): string => {
  const state = attributes[table.attribute];
  const [first = ''] = table.initial;
  if (state === undefined || state === null) return first;
  if (typeof state !== 'string')
    throw invalidField(`attributes.${table.attribute}`, 'invalid_type', 'A state is a text.');
  return table.initial.includes(state) ? first : state;
};

const requireFields = (fields: readonly string[], attributes: Attributes, state: string): void => {
  const missing = fields.filter((field) => isAbsent(attributes[field]));
  if (missing.length === 0) return;
  throw new AppError('missing_required_fields', `The state "${state}" needs ${missing.join(', ')}.`, {
    details: { missing_fields: missing.map((field) => `attributes.${field}`) },
  });
};

const requireRight = (actor: Actor, { scope }: StateTable, { roles }: Move): void => {
  if (!actor.scopes.includes(scope) || !roleAllows(actor.role, scope))
    throw new AppError('forbidden', `Moving this record needs "${scope}".`, { details: { required_scope: scope } });
  if (roles && (actor.role === null || !roles.includes(actor.role)))
    throw new AppError('forbidden', `This move needs the role ${roles.join(' or ')}.`, { details: { reason: 'role' } });
};

const requireNotPast = ({ notPast }: Move, attributes: Attributes, now: Date): void => {
  if (notPast === undefined) return;
  const date = attributes[notPast];
  if (typeof date === 'string' && date.slice(0, 10) < now.toISOString().slice(0, 10))
    throw invalidField(`attributes.${notPast}`, 'past', 'The date is over, so the record cannot become valid.');
};

const requireMove = (table: StateTable, states: { from: string; to: string; after: Attributes }, call: Call): void => {
  const { from, to, after } = states;
  const moves = table.moves[from] ?? [];
  const move = moves.find((candidate) => candidate.to === to);
  if (!move) {
    const allowed = moves.map((known) => known.to);
    throw invalidTransition(from, to, allowed);
  }
  requireRight(call.actor, table, move);
  requireFields(move.requires ?? [], after, to);
  requireNotPast(move, after, call.now);
};

/**
 * Refuses attributes that would put a supplier or certificate into a state that its own endpoints would not allow: the
 * generic endpoints bypass no rule (decisions §4, "Entities"). Returns the state moved to, or null when it stays.
 * Throws `invalid_transition`, `missing_required_fields`, `validation_failed` or `forbidden`.
 * @param states `before` is null when the record is created.
 */
export const guardState = (
  type: string,
  states: { before: Attributes | null; after: Attributes },
  call: Call,
): string | null => {
  const table = RECORD_STATES[type];
  if (!table) return null;
  const to = stateOf(table, states.after);
  const [first = ''] = table.initial;
  if (states.before === null) {
    if (to === first) return null;
    throw invalidTransition(null, to, table.initial);
  }
  const from = stateOf(table, states.before);
  requireFields(table.keeps[to] ?? [], states.after, to);
  if (from === to) return null;
  requireMove(table, { from, to, after: states.after }, call);
  return to;
};
