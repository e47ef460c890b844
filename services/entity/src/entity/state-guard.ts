import { isDeepStrictEqual } from 'node:util';
import { type Actor, type Move, RECORD_STATES, rolesThatMove, type StateTable } from '@qsc/contracts';
import type { Companion } from '@qsc/contracts/events';
import { AppError, type Call, invalidField, invalidTransition, validationFailed } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

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

const requireRight = (actor: Actor, table: StateTable, move: Move): void => {
  if (actor.kind === 'system') return;
  if (!actor.scopes.includes(table.scope))
    throw new AppError('forbidden', `Moving this record needs "${table.scope}".`, {
      details: { required_scope: table.scope },
    });
  const roles = rolesThatMove(table, move);
  // An application has no role: it is bound by its scopes, and by the roles that the move itself names.
  if (actor.role === null ? move.roles === undefined : roles.includes(actor.role)) return;
  throw new AppError('forbidden', `This move needs the role ${roles.join(' or ')}.`, {
    details: { reason: 'role', roles },
  });
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
 * @param states `before` is null when the record is created; `asked` is the state that a move was asked to, also where it is
 * the one that the record is in.
 */
export const guardState = (
  type: string,
  states: { before: Attributes | null; after: Attributes; asked?: string | undefined },
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
  if (from === to && states.asked === undefined) return null;
  requireMove(table, { from, to, after: states.after }, call);
  return to;
};

/** The state that a record of the type is in; null where the type has no states. */
export const currentState = (type: string, attributes: Attributes): string | null => {
  const table = RECORD_STATES[type];
  return table ? stateOf(table, attributes) : null;
};

/** The attributes with the state that a move was asked to. Throws `validation_failed` where the type has no states. */
export const withState = (type: string, attributes: Attributes, asked: string | undefined): Attributes => {
  if (asked === undefined) return attributes;
  const table = RECORD_STATES[type];
  if (!table) throw invalidField('move_to', 'unknown', `A ${type} has no states.`);
  return { ...attributes, [table.attribute]: asked };
};

/**
 * Refuses to change what follows from an assessment, such as the risk of a supplier, unless one comes with the change
 * (decisions §4, "Suppliers"). Throws `validation_failed` that names each field.
 */
export const guardAssessed = (
  type: string,
  { before, after }: { before: Attributes; after: Attributes },
  companion: Companion | undefined,
): void => {
  const assessed = RECORD_STATES[type]?.assessed;
  if (!assessed || companion?.kind === assessed.companion) return;
  const changed = assessed.attributes.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (changed.length === 0) return;
  throw validationFailed(
    changed.map((name) => ({
      field: `attributes.${name}`,
      code: 'read_only',
      message: 'It follows from the risk assessments and cannot be set.',
    })),
  );
};
