import type { Filter } from '../../mapping/mapping.ts';
import { toMembers } from './key.ts';
import { toLiteral } from './literal.ts';
import type { Shape } from './metadata.ts';
import { type Property, type Protocol, toKind } from './property.ts';
import { propertyAt } from './selection.ts';

type Scalar = string | number | boolean | null;

/** A filter of a mapping. Throws `VALIDATION_ERROR`, which names the field, where it or its value does not fit. */
export const buildFilter = (protocol: Protocol, shape: Shape, filter: Filter): string => {
  const { field, operator, value } = filter;
  const property = propertyAt(shape, field);
  const path = field.replaceAll('.', '/');
  const values: readonly Scalar[] = Array.isArray(value) ? value : [value as Scalar];
  const compared = operator === 'in' ? 'eq' : operator;
  const terms = values.map((one) => `${path} ${compared} ${toLiteral(protocol, property, one)}`);
  return terms.length === 1 ? terms.join('') : `(${terms.join(' or ')})`;
};

/** Whether records can be filtered by a greater key. The standard does not order guids. */
export const isOrdered = (keys: readonly Property[]): boolean => keys.every((key) => toKind(key) !== 'guid');

/** What follows the record of that key in the order of its members. */
export const buildAfterKeyFilter = (protocol: Protocol, keys: readonly Property[], externalId: string): string => {
  const members = toMembers(keys, externalId).map(
    ([property, value]) => [property.name, toLiteral(protocol, property, value)] as const,
  );
  const terms = members.map(([name, literal], index) => {
    const equal = members.slice(0, index).map(([other, value]) => `${other} eq ${value}`);
    return [...equal, `${name} gt ${literal}`].join(' and ');
  });
  return terms.length === 1 ? terms.join('') : `(${terms.map((term) => `(${term})`).join(' or ')})`;
};
