import type { FieldError } from '@qsc/contracts';

/** Free-form attributes of an entity. */
export type Attributes = Record<string, unknown>;

const DEPTH_LIMIT = 8;
const NAME_LENGTH = 128;
const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', '_bsontype']);

/** Whether the value is a JSON object. */
export const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameFault = (name: string): string | null => {
  if (name === '' || name.length > NAME_LENGTH) return `A name has 1 to ${NAME_LENGTH} characters.`;
  if (name.startsWith('$')) return 'A name may not begin with $.';
  if (name.includes('.')) return 'A name may not contain a dot.';
  if (name.includes('\0')) return 'A name may not contain a null character.';
  return REFUSED_NAMES.has(name) ? `The name ${name} is reserved.` : null;
};

/**
 * Every fault of attributes as a caller sent them (decisions §4): names that begin with `$`, hold a dot or are reserved,
 * and objects or arrays nested deeper than eight. `path` is where the attributes stand.
 */
export const attributeFaults = (value: unknown, path: string, depth = 1): FieldError[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (depth > DEPTH_LIMIT)
    return [{ field: path, code: 'too_deep', message: `Attributes may be nested at most ${DEPTH_LIMIT} deep.` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => attributeFaults(item, `${path}.${index}`, depth + 1));
  return Object.entries(value).flatMap(([name, inner]) => {
    const message = nameFault(name);
    const field = `${path}.${name}`;
    return message ? [{ field, code: 'invalid_name', message }] : attributeFaults(inner, field, depth + 1);
  });
};

/** JSON Merge Patch (RFC 7396): objects merge at every depth, arrays are replaced, null removes. Changes neither argument. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const merged: Attributes = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
};

/** The leaves of a value by path: scalars, arrays and empty objects. */
export const leavesOf = (value: unknown, path: string): [string, unknown][] => {
  if (!isObject(value)) return [[path, value]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[path, {}]];
  return entries.flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
};
