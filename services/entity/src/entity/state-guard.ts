import { type Actor, RECORD_STATES, type StateTable } from '@qsc/contracts';
import { AppError, invalidTransition } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

const canonical = (state: string): string => (state === 'pending' ? 'new' : state);

const currentState = (table: StateTable, type: string, attributes: Attributes): string => {
  const state = attributes[table.attribute];
  const [initial = ''] = table.initial;
  if (typeof state !== 'string') return initial;
  return type === 'supplier' ? canonical(state) : state;
};

const missingFields = (required: readonly string[], attributes: Attributes): string[] =>
  required.filter((field) => {
    const value = attributes[field];
    return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  });

/**
 * Refuses attributes that would put a supplier or certificate into a state that its own endpoints would not allow: the
 * generic endpoints bypass no rule (decisions §4, "Entities"). Returns the state moved to, or null when it stays.
 * Throws `invalid_transition`, `missing_required_fields` or `forbidden`.
 * @param before null when the record is created.
 */
export const guardState = (
  type: string,
  states: { before: Attributes | null; after: Attributes },
  actor: Actor,
): string | null => {
  const table = RECORD_STATES[type];
  if (!table) return null;
  const requested = states.after[table.attribute];
  if (states.before === null) {
    if (requested === undefined || table.initial.includes(String(requested))) return null;
    throw invalidTransition(null, String(requested), table.initial);
  }
  if (requested === states.before[table.attribute]) return null;
  const from = currentState(table, type, states.before);
  const to = currentState(table, type, states.after);
  if (from === to) return null;
  const moves = table.moves[from] ?? [];
  const move = moves.find((candidate) => candidate.to === to);
  if (!move || typeof requested !== 'string')
    throw invalidTransition(
      from,
      String(requested ?? null),
      moves.map((known) => known.to),
    );
  if (move.roles && (actor.role === null || !move.roles.includes(actor.role)))
    throw new AppError('forbidden', `This move needs the role ${move.roles.join(' or ')}.`, {
      details: { reason: 'role' },
    });
  const missing = missingFields(move.requires ?? [], states.after);
  if (missing.length > 0)
    throw new AppError('missing_required_fields', `The move to "${to}" needs ${missing.join(', ')}.`, {
      details: { missing_fields: missing.map((field) => `attributes.${field}`) },
    });
  return to;
};
