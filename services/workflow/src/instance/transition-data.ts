import { invalidField, isObject } from '@qsc/service-kit/pure';

const DEPTH_LIMIT = 8;
const UNSAFE: ReadonlySet<string> = new Set(['', '__proto__', 'constructor', 'prototype']);

const isUnsafe = (part: string): boolean => UNSAFE.has(part) || part.startsWith('$');

const invalidName = (path: string): Error =>
  invalidField(`data.${path}`, 'invalid_name', 'Name each field by its path: "root_cause.category", or nested.');

const clash = (path: string): Error =>
  invalidField(`data.${path}`, 'given_twice', 'The same field is given twice, with different values.');

const put = (into: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name] ?? {};
  if (!isObject(inner)) throw clash(path.join('.'));
  into[name] = inner;
  put(inner, rest, value);
};

const leaves = (value: Record<string, unknown>, before: readonly string[]): [string[], unknown][] =>
  Object.entries(value).flatMap(([name, inner]): [string[], unknown][] => {
    const path = [...before, ...name.split('.')];
    if (path.some(isUnsafe) || path.length > DEPTH_LIMIT) throw invalidName(path.join('.'));
    return isObject(inner) && Object.keys(inner).length > 0 ? leaves(inner, path) : [[path, inner]];
  });

/** The paths of the fields in the data of a transition. */
export const listPaths = (data: Record<string, unknown>): string[] => leaves(data, []).map(([path]) => path.join('.'));

/**
 * Whether every name in the data of a transition can be a field name: not empty, not starting with `$`, and no member of the
 * prototype.
 */
export const namesFields = (data: Record<string, unknown>): boolean =>
  Object.entries(data).every(
    ([name, inner]) => !name.split('.').some(isUnsafe) && (!isObject(inner) || namesFields(inner)),
  );

/**
 * The data of a transition as a merge patch of the record, from nested fields or dotted paths (`{"root_cause.category":
 * "equipment"}`). Throws `validation_failed` for an invalid name and for a field that is given twice.
 */
export const nestedData = (data: Record<string, unknown>): Record<string, unknown> => {
  const nested: Record<string, unknown> = {};
  const given = new Set<string>();
  for (const [path, value] of leaves(data, [])) {
    const key = path.join('.');
    if (given.has(key)) throw clash(key);
    given.add(key);
    put(nested, path, value);
  }
  return nested;
};
