import { RemoteRefusal } from '../../remote/remote-error.ts';
import { toLiteral } from './literal.ts';
import type { Property, Protocol } from './property.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The key of a record as one text: the value where it is one and not empty, else `site=Basel,number=4` in the order of the
 * metadata, the values encoded as in an address. Null for a record without one.
 */
export const toExternalId = (keys: readonly Property[], fields: Fields): string | null => {
  const values = keys.map(({ name }) => fields[name]);
  if (values.some((value) => value === null || value === undefined)) return null;
  if (keys.length === 1 && values[0] !== '') return String(values[0]);
  return keys.map(({ name }, index) => `${name}=${encodeURIComponent(String(values[index]))}`).join(',');
};

/** The key of a record that was read. Throws `VALIDATION_ERROR`, which names the field, where it has none. */
export const requireKey = (keys: readonly Property[], fields: Fields): string => {
  const externalId = toExternalId(keys, fields);
  if (externalId !== null) return externalId;
  const field = keys.find(({ name }) => (fields[name] ?? null) === null)?.name;
  throw new RemoteRefusal('VALIDATION_ERROR', 'A record there has no key: this field of it is empty.', { field });
};

/** The members of such a text. Throws `RECORD_NOT_FOUND` for a text that is no key of that form. */
export const toMembers = (keys: readonly Property[], externalId: string): [Property, string][] => {
  const [only] = keys;
  if (only && keys.length === 1) return [[only, externalId === `${only.name}=` ? '' : externalId]];
  const parts = externalId.split(',').map((part) => part.split('='));
  return keys.map((property, index): [Property, string] => {
    const [name, value, ...more] = parts[index] ?? [];
    if (name !== property.name || value === undefined || more.length > 0 || parts.length !== keys.length) throw noKey();
    return [property, decoded(value)];
  });
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw noKey();
  }
};

const noKey = (): RemoteRefusal => new RemoteRefusal('RECORD_NOT_FOUND', 'No record there has such a key.');

/** The literals of a key's members. Throws `RECORD_NOT_FOUND` for a text that cannot be such a key. */
const toLiterals = (protocol: Protocol, keys: readonly Property[], externalId: string): [Property, string][] =>
  toMembers(keys, externalId).map(([property, value]) => {
    try {
      return [property, toLiteral(protocol, property, value)];
    } catch {
      throw noKey();
    }
  });

/** `('4711')`, `(site='Basel',number=4)`, encoded for an address. */
export const toKeyPredicate = (protocol: Protocol, keys: readonly Property[], externalId: string): string => {
  const literals = toLiterals(protocol, keys, externalId).map(([{ name }, literal]) => {
    const encoded = encodeURIComponent(literal);
    return keys.length === 1 ? encoded : `${name}=${encoded}`;
  });
  return `(${literals.join(',')})`;
};

/** A filter that finds the record of that key. Throws `RECORD_NOT_FOUND` for a text that cannot be such a key. */
export const buildKeyFilter = (protocol: Protocol, keys: readonly Property[], externalId: string): string => {
  const equal = toLiterals(protocol, keys, externalId).map(([{ name }, literal]) => `${name} eq ${literal}`);
  return equal.length === 1 ? equal.join('') : `(${equal.join(' and ')})`;
};

/** The key at the end of a record's address, `…/Suppliers(4711)`, where it has one member; else null. */
export const keyOfLink = (link: string): string | null => {
  const [, key = ''] = /\((?:\w+=)?([^()=]+)\)$/.exec(link) ?? [];
  const [, inner] = /^(?:guid)?'(.*)'$/.exec(decodedOrEmpty(key)) ?? [];
  return inner?.replaceAll("''", "'") ?? (/^[\w.-]+$/.test(key) ? key : null);
};

const decodedOrEmpty = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};
