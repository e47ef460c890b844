import { isDeepStrictEqual } from 'node:util';
import type { KnownEntity, Patch, Target } from '../api/entity-api.ts';
import type { Wanted } from './wanted.ts';

type Attributes = Record<string, unknown>;

/** The attributes of an entity as they are sent at its creation. */
export const makeAttributes = (wanted: Wanted, source: string): Attributes => {
  const attributes: Attributes = { source, source_key: wanted.key };
  for (const [path, value] of wanted.values) setAt(attributes, path, value);
  return attributes;
};

/**
 * What of an entity must change to say what the file says; null when nothing must. Only the paths that the mapping names
 * are looked at, so what others added stays; one that the file no longer fills is removed.
 */
export const toPatch = (known: KnownEntity, wanted: Wanted, source: string): Patch | null => {
  const attributes: Attributes = {};
  const compare = (path: string, value: unknown) => {
    const now = valueAt(known.attributes, path);
    if (value === undefined ? now !== undefined : !isDeepStrictEqual(now, value))
      setAt(attributes, path, value ?? null);
  };
  compare('source', source);
  for (const [path, { initial }] of Object.entries(wanted.rule.attributes))
    if (!initial) compare(path, wanted.values.get(path));
  const patch: Patch = {
    ...(known.name === wanted.name ? {} : { name: wanted.name }),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
};

/** Which relationships an entity lacks, and which of those that an import of the same source made it has no more. */
export const relationshipChanges = (
  known: KnownEntity,
  targets: readonly Target[],
  rules: { source: string; types: readonly string[] },
): { missing: Target[]; surplus: string[] } => {
  const same = (one: Target, other: Target) => one.type === other.type && one.target_id === other.target_id;
  const surplus = known.relationships.filter(
    (relationship) =>
      rules.types.includes(relationship.type) &&
      relationship.attributes.source === rules.source &&
      !targets.some((target) => same(target, relationship)),
  );
  return {
    missing: targets.filter((target) => !known.relationships.some((relationship) => same(target, relationship))),
    surplus: surplus.map(({ id }) => id),
  };
};

const isObject = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valueAt = (attributes: Attributes, path: string): unknown => {
  let value: unknown = attributes;
  for (const name of path.split('.')) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
};

const setAt = (attributes: Attributes, path: string, value: unknown): void => {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner = attributes;
  for (const name of names) {
    const next = Object.hasOwn(inner, name) && isObject(inner[name]) ? inner[name] : {};
    inner[name] = next;
    inner = next;
  }
  inner[last] = value;
};
