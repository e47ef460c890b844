import { isDeepStrictEqual } from 'node:util';
import { RECORD_STATES } from '@qsc/contracts';
import type { Companion } from '@qsc/contracts/events';
import {
  type Call,
  getRecordState,
  invalidField,
  invalidTransition,
  requireStateFields,
  requireTransition,
  validationFailed,
} from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

/**
 * Refuses attributes that would put a supplier or certificate into a state that its own endpoints would not allow: the
 * generic endpoints bypass no rule (decisions §4, "Entities"). Returns the target state, or null when it stays.
 * Throws `invalid_transition`, `missing_required_fields`, `validation_failed` or `forbidden`.
 * @param states `before` is null when the record is created; `given` is what the patch says; `requested` is the
 * requested target state, also where it is the one that the record is in.
 */
export const guardState = (
  type: string,
  states: { before: Attributes | null; after: Attributes; given?: Attributes; requested?: string | undefined },
  call: Call,
): string | null => {
  const table = RECORD_STATES[type];
  if (!table) return null;
  const to = getRecordState(table, states.after);
  const [first = ''] = table.initial;
  if (states.before === null) {
    if (to === first) return null;
    throw invalidTransition(null, to, table.initial);
  }
  const from = getRecordState(table, states.before);
  const isTransition = from !== to || states.requested !== undefined;
  if (isTransition)
    requireTransition(table, { from, to, after: states.after, given: states.given ?? states.after }, call);
  requireStateFields(table.requiredFields[to] ?? [], states.after, to);
  return isTransition ? to : null;
};

/** The state that a record of the type is in; null where the type has no states. */
export const currentState = (type: string, attributes: Attributes): string | null => {
  const table = RECORD_STATES[type];
  return table ? getRecordState(table, attributes) : null;
};

/**
 * Refuses attributes that bring a supplier or certificate to another state. Throws `validation_failed`: what an external system
 * has as an attribute is no transition, whose requirements and roles it would bypass.
 */
export const requireSameState = (type: string, before: Attributes, after: Attributes): void => {
  const table = RECORD_STATES[type];
  if (!table || getRecordState(table, before) === getRecordState(table, after)) return;
  throw invalidField(
    `attributes.${table.attribute}`,
    'read_only',
    `A ${type} moves to another state by a transition and not by an attribute.`,
  );
};

/** The attributes with the requested target state. Throws `validation_failed` where the type has no states. */
export const withState = (type: string, attributes: Attributes, requested: string | undefined): Attributes => {
  if (requested === undefined) return attributes;
  const table = RECORD_STATES[type];
  if (!table) throw invalidField('transition_to', 'unknown', `A ${type} has no states.`);
  return { ...attributes, [table.attribute]: requested };
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
