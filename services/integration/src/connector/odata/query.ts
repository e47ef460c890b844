import type { Filter } from '../../mapping/mapping.ts';
import { literalOf } from './literal.ts';
import type { Shape } from './metadata.ts';
import { kindOf, type Property, type Protocol } from './property.ts';
import { propertyAt } from './selection.ts';

type Fields = Readonly<Record<string, unknown>>;
type Scalar = string | number | boolean | null;

/** A filter of a mapping. Throws `VALIDATION_ERROR`, which names the field, where it or its value does not fit. */
export const filterOf = (protocol: Protocol, shape: Shape, filter: Filter): string => {
  const { field, operator, value } = filter;
  const property = propertyAt(shape, field);
  const path = field.replaceAll('.', '/');
  const values: readonly Scalar[] = Array.isArray(value) ? value : [value as Scalar];
  const compared = operator === 'in' ? 'eq' : operator;
  const terms = values.map((one) => `${path} ${compared} ${literalOf(protocol, property, one)}`);
  return terms.length === 1 ? terms.join('') : `(${terms.join(' or ')})`;
};

/** Whether records can be asked for by a greater key. The standard does not order guids. */
export const isOrdered = (keys: readonly Property[]): boolean => keys.every((key) => kindOf(key) !== 'guid');

/**
 * What follows a record in the order of these columns. Pages are found by it and not by a count of rows to skip, since a
 * record that changes goes to the end, and all behind its old place would move up by one, past the next page's begin.
 */
export const afterFilterOf = (protocol: Protocol, columns: readonly Property[], last: Fields): string => {
  const terms = columns.map((column, index) => {
    const equal = columns.slice(0, index).map((one) => equalTo(protocol, one, last));
    return [...equal, greaterThan(protocol, column, last)].join(' and ');
  });
  return terms.length === 1 ? terms.join('') : `(${terms.map((term) => `(${term})`).join(' or ')})`;
};

/** From a record on, itself included, by its time alone. */
export const fromFilterOf = (protocol: Protocol, columns: readonly Property[], last: Fields): string => {
  const equal = columns.map((one) => equalTo(protocol, one, last)).join(' and ');
  return `(${afterFilterOf(protocol, columns, last)} or (${equal}))`;
};

const literalIn = (protocol: Protocol, column: Property, fields: Fields): string =>
  literalOf(protocol, column, (fields[column.name] ?? null) as Scalar);

const equalTo = (protocol: Protocol, column: Property, last: Fields): string =>
  `${column.name} eq ${literalIn(protocol, column, last)}`;

/** What is empty comes first. */
const greaterThan = (protocol: Protocol, column: Property, last: Fields): string => {
  const literal = literalIn(protocol, column, last);
  return literal === 'null' ? `${column.name} ne null` : `${column.name} gt ${literal}`;
};
