import { CODE_ATTRIBUTES, type EntityType, isVisible, normalizeText, uniqueKey } from '@qsc/contracts';
import { conflict, invalidField } from '@qsc/service-kit/pure';
import type { Attributes } from './attributes.ts';

type Typed = { type: EntityType; attributes: Attributes };

const findCode = (attributes: unknown, attribute: string): string | null => {
  const code = (attributes as Attributes | null | undefined)?.[attribute];
  return (typeof code === 'string' || typeof code === 'number') && code !== '' ? String(code) : null;
};

/**
 * The key that the code of an entity is unique by in its organisation, with its type; null for what has no code. A soft-deleted
 * entity keeps its code, since it can be restored.
 */
export const toCodeKey = ({ type, attributes }: Typed): string | null => {
  const attribute = CODE_ATTRIBUTES[type];
  const code = attribute === undefined ? null : findCode(attributes, attribute);
  return code === null ? null : `${type}:${uniqueKey(code)}`;
};

/** The keys of all codes that attributes as a caller sent them may ask for, where the type is not known. */
export const requestedCodeKeys = (attributes: unknown): string[] =>
  Object.entries(CODE_ATTRIBUTES).flatMap(([type, attribute]) => {
    const code = findCode(attributes, attribute);
    return code === null ? [] : [`${type}:${uniqueKey(code)}`];
  });

/**
 * The attributes with the code as it is stored, NFC and trimmed, where it is another one than before. Throws `validation_failed`
 * for a code that nobody can see.
 */
export const withStoredCode = ({ type, attributes }: Typed, before: Attributes = {}): Attributes => {
  const attribute = CODE_ATTRIBUTES[type];
  const code = attribute === undefined ? undefined : attributes[attribute];
  if (attribute === undefined || typeof code !== 'string' || code === '' || code === before[attribute])
    return attributes;
  if (!isVisible(code))
    throw invalidField(`attributes.${attribute}`, 'too_small', 'A code needs at least one visible character.');
  return { ...attributes, [attribute]: normalizeText(code) };
};

/** An entity that has a code. */
export type CodeHolder = { id: string; name: string; deleted: boolean };

/** Who has which code, by its key, as far as a decision has to know. */
export type CodeHolders = Map<string, CodeHolder>;

type Coded = Typed & CodeHolder;

/**
 * Gives an entity the code that it has after a change, and frees the one that it had. Throws `conflict` that names the entity of
 * the organisation that has it (decisions §2; §4, "Suppliers").
 */
export const takeCode = (holders: CodeHolders, before: Coded | null, after: Coded): void => {
  const [had, has] = [before && toCodeKey(before), toCodeKey(after)];
  if (had === has) return;
  const holder = has === null ? undefined : holders.get(has);
  if (holder && holder.id !== after.id) throw takenCode(after, holder);
  if (had !== null && holders.get(had)?.id === after.id) holders.delete(had);
  if (has !== null) holders.set(has, after);
};

const takenCode = ({ type, attributes }: Typed, holder: CodeHolder) => {
  const attribute = CODE_ATTRIBUTES[type] ?? '';
  const way = holder.deleted
    ? 'It is deleted and can be restored. Give this one another code'
    : 'Give this one another code';
  return conflict(`The ${type} "${holder.name}" (${holder.id}) has the code "${attributes[attribute]}". ${way}.`, {
    field: `attributes.${attribute}`,
    [attribute]: attributes[attribute],
    [`${type}_id`]: holder.id,
  });
};
