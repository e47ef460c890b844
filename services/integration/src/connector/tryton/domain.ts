import type { Filter } from '../../mapping/mapping.ts';
import { type Definition, fieldAt } from './definition.ts';
import { toTryton } from './wire.ts';

/** A condition as Tryton reads it: a clause, or clauses of which each or ('OR' first) one must hold. */
export type Domain = readonly unknown[];

const OPERATORS: Readonly<Record<Filter['operator'], string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
  in: 'in',
};

/** The condition that filters of a mapping are. Throws a `VALIDATION_ERROR` for a field that the object does not have. */
export const toDomain = (filters: readonly Filter[], definition: Definition): Domain =>
  filters.map(({ field: path, operator, value }) => {
    const { name, field } = fieldAt(definition, path);
    const read = (one: unknown) => (path === name ? (toTryton(field.type, one) ?? one) : one);
    return [path, OPERATORS[operator], Array.isArray(value) ? value.map(read) : read(value)];
  });
