import { CODE_ATTRIBUTES, normalizeText } from '@qsc/contracts';

const NAME_LENGTH = 128;
const DEPTH_LIMIT = 8;
const ATTRIBUTES = 'attributes.';
const RESERVED: ReadonlySet<string> = new Set(['__proto__', '_bsontype']);

/** The target that every record has. */
export const NAME_TARGET = 'name';

/** The targets of business keys by type of record. No two records of the type have the same, here as there. */
export const BUSINESS_KEYS: Readonly<Partial<Record<string, string>>> = Object.fromEntries(
  Object.entries(CODE_ATTRIBUTES).map(([type, attribute]) => [type, `${ATTRIBUTES}${attribute}`]),
);

const STORED_AS_TEXT: ReadonlySet<unknown> = new Set([NAME_TARGET, ...Object.values(BUSINESS_KEYS)]);

/** A value as it will be stored: what is stored NFC and trimmed would else differ from itself in every sync. */
export const storedValue = (target: string, value: unknown): unknown =>
  typeof value === 'string' && STORED_AS_TEXT.has(target) ? normalizeText(value) : value;

/** What is wrong with a name inside of attributes (decisions §4), as a sentence; null where nothing is. */
export const targetNameFault = (name: string): string | null => {
  if (name === '' || name.length > NAME_LENGTH) return `A name has 1 to ${NAME_LENGTH} characters.`;
  if (name.startsWith('$')) return 'A name may not begin with $.';
  if (name.includes('.')) return 'A name may not contain a dot.';
  if (name.includes('\\')) return 'A name may not contain a backslash.';
  if (name.includes('\0') || !name.isWellFormed()) return 'A name has characters that cannot be stored.';
  return RESERVED.has(name) ? `The name ${name} is reserved.` : null;
};

/** What is wrong with a target, as a sentence; null for `name` and `attributes.<path>`. */
export const targetFault = (target: string): string | null => {
  if (target === NAME_TARGET) return null;
  if (!target.startsWith(ATTRIBUTES)) return 'A target is name or attributes.<path>.';
  const names = target.slice(ATTRIBUTES.length).split('.');
  if (names.length > DEPTH_LIMIT) return `Attributes may be nested at most ${DEPTH_LIMIT} deep.`;
  return names.map(targetNameFault).find((fault) => fault !== null) ?? null;
};

/** The path inside of the attributes; null for `name`. */
export const attributePath = (target: string): string | null =>
  target === NAME_TARGET ? null : target.slice(ATTRIBUTES.length);

/** The field that an `entity_lookup` looks at: a name alone means the attribute of that name. */
export const lookupTarget = (field: string): string =>
  field === NAME_TARGET || field.startsWith(ATTRIBUTES) ? field : `${ATTRIBUTES}${field}`;
