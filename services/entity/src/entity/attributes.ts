import type { FieldError } from '@qsc/contracts';

/** Free-form attributes of an entity. */
export type Attributes = Record<string, unknown>;

const DEPTH_LIMIT = 8;
const NAME_LENGTH = 128;
const REFUSED_NAMES: ReadonlySet<string> = new Set(['__proto__', '_bsontype']);

const nameFault = (name: string): string | null => {
  if (name === '' || name.length > NAME_LENGTH) return `A name has 1 to ${NAME_LENGTH} characters.`;
  if (name.startsWith('$')) return 'A name may not begin with $.';
  if (name.includes('.')) return 'A name may not contain a dot.';
  // JSON.parse of Node.js 24.21 can take a name that is a lone backslash for another one.
  if (name.includes('\\')) return 'A name may not contain a backslash.';
  if (name.includes('\0')) return 'A name may not contain a null character.';
  return REFUSED_NAMES.has(name) ? `The name ${name} is reserved.` : null;
};

/**
 * Every fault of attributes as a caller sent them (decisions §4): names that begin with `$`, hold a dot or a backslash or are
 * reserved, and objects or arrays nested deeper than eight. `path` is where the attributes stand.
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
