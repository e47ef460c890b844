import { isObject } from '@qsc/service-kit/pure';
import { parseJson } from '../remote/json.ts';
import { applyBuiltIn } from './built-in.ts';
import type { Transformation } from './mapping.ts';
import { done, fault, type Outcome } from './outcome.ts';
import { mapEach, storable } from './storable.ts';
import { lookupTarget } from './target.ts';
import { sameValue } from './values.ts';

/** A record here that an external value refers to: by a field, or (`field` null) by its external key in this connection. */
export type Lookup = { entityType: string; field: string | null; value: string };

/** The id of the record; null where none or several fit. */
export type FindRecord = (lookup: Lookup) => string | null;

type Lookups = Extract<Transformation, { type: string }>;

/**
 * The result of a transformation for an external value. Null and blank text stay null, unless a lookup or a flag has a value for
 * them. Of a list each member is transformed. What cannot be transformed is a fault, never a guess.
 */
export const transform = (transformation: Transformation | null, value: unknown, find: FindRecord): Outcome => {
  const outcome = transformation === null ? done(value) : transformed(transformation, value, find);
  return outcome.ok ? storable(outcome.value) : outcome;
};

/** The external value of a value of ours, which reads as the same value again. */
export const transformBack = (transformation: Transformation | null, value: unknown): Outcome => {
  if (transformation === null || value === null) return done(value);
  if (typeof transformation !== 'string' && transformation.type === 'json_parse') return done(JSON.stringify(value));
  if (Array.isArray(value)) return mapEach(value, (item) => transformBack(transformation, item));
  if (typeof transformation === 'string') return applyBuiltIn(transformation, value);
  return toInverse(transformation, value);
};

/** Whether values can be sent back through it: each of ours has exactly one of theirs. */
export const hasInverse = (transformation: Transformation | null): boolean => {
  if (transformation === null || typeof transformation === 'string') return true;
  if (transformation.type === 'json_parse') return true;
  if (transformation.type === 'format') return transformation.pattern.split(PLACEHOLDER).length === 2;
  if (transformation.type !== 'lookup') return false;
  const values = Object.values(transformation.values);
  return values.every((value, index) => values.findIndex((other) => sameValue(other, value)) === index);
};

/** The sentence for a value that names another record which is not here. */
export const NAMES_NO_RECORD = 'No record here, or more than one, is the one that the value names.';

/** Whether a transformation finds another record. */
export const looksUp = (transformation: Transformation | null): boolean =>
  transformation !== null &&
  typeof transformation !== 'string' &&
  ['entity_lookup', 'entity_reference'].includes(transformation.type);

/** What has to be looked up before a value can be transformed. */
export const lookupsIn = (transformation: Transformation | null, value: unknown): Lookup[] => {
  if (transformation === null || typeof transformation === 'string' || isBlank(value)) return [];
  if (Array.isArray(value)) return value.flatMap((item) => lookupsIn(transformation, item));
  const lookup = toLookup(transformation, value);
  return lookup ? [lookup] : [];
};

const PLACEHOLDER = '{value}';

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const transformed = (transformation: Transformation, value: unknown, find: FindRecord): Outcome => {
  if (isBlank(value)) return done(blank(transformation, value));
  if (typeof transformation !== 'string' && transformation.type === 'json_parse') return parsed(value);
  if (Array.isArray(value)) return mapEach(value, (item) => transformed(transformation, item, find));
  if (typeof transformation === 'string') return applyBuiltIn(transformation, value);
  return byObject(transformation, value, find);
};

/** The value of a blank: by the lookup, or false for a flag. */
const blank = (transformation: Transformation, value: unknown): unknown => {
  if (transformation === 'boolean') return typeof value === 'string' ? false : null;
  if (typeof transformation === 'string' || transformation.type !== 'lookup') return null;
  return Object.hasOwn(transformation.values, '') ? transformation.values[''] : null;
};

const byObject = (transformation: Lookups, value: unknown, find: FindRecord): Outcome => {
  const text = toKey(value);
  if (text === null) return fault('The value is neither a text, a number nor a truth value.');
  if (transformation.type === 'format') return done(transformation.pattern.replaceAll(PLACEHOLDER, () => text));
  if (transformation.type === 'lookup')
    return Object.hasOwn(transformation.values, text)
      ? done(transformation.values[text])
      : fault('The value is not among the values of the lookup.');
  const lookup = toLookup(transformation, value);
  const id = lookup && find(lookup);
  return id ? done(id) : fault(NAMES_NO_RECORD, 'unknown_reference');
};

const toLookup = (transformation: Lookups, value: unknown): Lookup | null => {
  const key = toKey(value);
  if (key === null) return null;
  if (transformation.type === 'entity_reference')
    return { entityType: transformation.entity_type, field: null, value: key };
  if (transformation.type !== 'entity_lookup') return null;
  return { entityType: transformation.entity_type, field: lookupTarget(transformation.lookup_field), value: key };
};

const toKey = (value: unknown): string | null => (typeof value === 'object' ? null : String(value));

const parsed = (value: unknown): Outcome => {
  if (isObject(value) || Array.isArray(value)) return done(value);
  try {
    return done(parseJson(Buffer.from(String(value))));
  } catch {
    return fault('The text is no JSON.');
  }
};

const toInverse = (transformation: Lookups, value: unknown): Outcome => {
  if (transformation.type === 'lookup') {
    const found = Object.entries(transformation.values).find(([, ours]) => sameValue(ours, value));
    return found ? done(found[0]) : fault('The value is not among the values of the lookup.');
  }
  if (transformation.type === 'format') return unformatted(transformation.pattern, value);
  return fault('A value cannot be sent back through this transformation.');
};

const unformatted = (pattern: string, value: unknown): Outcome => {
  const [before = '', after = ''] = pattern.split(PLACEHOLDER);
  const text = toKey(value) ?? '';
  if (text.length <= before.length + after.length || !text.startsWith(before) || !text.endsWith(after))
    return fault(`The value is not of the form ${pattern}.`);
  return done(text.slice(before.length, text.length - after.length));
};
