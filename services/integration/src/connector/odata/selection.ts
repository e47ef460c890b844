import { RemoteRefusal } from '../../remote/remote-error.ts';
import type { Shape } from './metadata.ts';
import { type Property, type Protocol, toKind } from './property.ts';

/** The requested fields of each record, as query options. */
export type Selection = { $select: string; $expand?: string };

/** Every field of the entity. */
const WHOLE = '*';

/**
 * The path without the indexes of lists, `lines.0.text` as `lines.text`. Throws `VALIDATION_ERROR`, which names the field, where it
 * leads into a list without an index.
 */
const withoutIndexes = (shape: Shape | null, path: string): string => {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return path;
  const nested = shape?.nested.get(first);
  const isList = nested?.isList ?? shape?.properties.get(first)?.type.startsWith('Collection(');
  if (isList && !/^\d+$/.test(rest[0] ?? '')) throw missingIndex(path);
  const inner = (isList ? rest.slice(1) : rest).join('.');
  return inner === '' ? first : `${first}.${withoutIndexes(nested?.shape() ?? null, inner)}`;
};

const missingIndex = (path: string): RemoteRefusal => {
  const [list = '', ...rest] = path.split('.');
  const message = `${list} is a list there: give an index, such as ${list}.0.${rest.join('.')}, or take all of it.`;
  return new RemoteRefusal('VALIDATION_ERROR', message, { field: path });
};

/** Throws `VALIDATION_ERROR`, which names the field, for a path into a list without an index. */
export const requireIndexes = (shape: Shape, paths: readonly string[]): void => {
  for (const path of paths) withoutIndexes(shape, path);
};

/** Whether a path leads to a number, however it is written. */
export const isNumber = (shape: Shape, path: string): boolean => {
  try {
    return ['integer', 'long', 'decimal', 'float'].includes(toKind(propertyAt(shape, withoutIndexes(shape, path))));
  } catch {
    return false;
  }
};

/** The property that a dotted path leads to. Throws `VALIDATION_ERROR`, which names the field, where there is none. */
export const propertyAt = (shape: Shape, path: string): Property => {
  const [first = '', ...rest] = path.split('.');
  const nested = shape.nested.get(first)?.shape();
  const property = rest.length > 0 ? nested && propertyAt(nested, rest.join('.')) : shape.properties.get(first);
  if (property) return property;
  throw unknownField(path);
};

const unknownField = (path: string): RemoteRefusal =>
  new RemoteRefusal('VALIDATION_ERROR', 'The external system has no field of this name there.', { field: path });

/** The query options for these paths in either protocol. Throws `VALIDATION_ERROR`, which names an unknown field. */
export const toSelection = (protocol: Protocol, shape: Shape, paths: readonly string[]): Selection => {
  const bare = [...new Set(paths.map((path) => withoutIndexes(shape, path)))];
  return protocol === 'v4' ? v4Selection(shape, bare) : v2Selection(shape, bare);
};

/** The paths by their first member; a path that is an entity requests all of it. */
const grouped = (shape: Shape, paths: readonly string[]): Map<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    if (!shape.properties.has(first) && !shape.nested.has(first)) throw unknownField(path);
    groups.set(first, [...(groups.get(first) ?? []), rest.length > 0 ? rest.join('.') : WHOLE]);
  }
  return groups;
};

const isEntity = (shape: Shape, name: string): boolean => shape.nested.get(name)?.isEntity === true;

const v4Selection = (shape: Shape, paths: readonly string[]): Selection => {
  const groups = [...grouped(shape, paths)];
  const expanded = groups
    .filter(([name]) => isEntity(shape, name))
    .map(([name, inner]) => `${name}${v4Inner(shape.nested.get(name)?.shape() ?? null, inner)}`);
  const selected = groups.map(([name]) => name).filter((name) => !isEntity(shape, name));
  return { $select: selected.join(','), ...(expanded.length > 0 ? { $expand: expanded.join(',') } : {}) };
};

const v4Inner = (shape: Shape | null, inner: readonly string[]): string => {
  if (!shape || inner.includes(WHOLE)) return '';
  const { $select, $expand } = v4Selection(shape, inner);
  const options = [$select && `$select=${$select}`, $expand && `$expand=${$expand}`].filter(Boolean);
  return `(${options.join(';')})`;
};

const v2Selection = (shape: Shape, paths: readonly string[]): Selection => {
  const select = [...grouped(shape, paths)].flatMap(([name, inner]) => v2Paths(shape, name, inner));
  const expand = [...new Set(paths.flatMap((path) => v2Expanded(shape, path)))];
  return { $select: select.join(','), ...(expand.length > 0 ? { $expand: expand.join(',') } : {}) };
};

/** v2 selects a structured value whole, and the members of another entity one by one. */
const v2Paths = (shape: Shape, name: string, inner: readonly string[]): string[] => {
  if (!isEntity(shape, name) || inner.includes(WHOLE)) return [name];
  const nested = shape.nested.get(name)?.shape();
  if (!nested) return [name];
  return [...grouped(nested, inner)].flatMap(([next, deeper]) =>
    v2Paths(nested, next, deeper).map((path) => `${name}/${path}`),
  );
};

const v2Expanded = (shape: Shape, path: string): string[] => {
  const [first = '', ...rest] = path.split('.');
  if (!isEntity(shape, first)) return [];
  const nested = shape.nested.get(first)?.shape();
  const deeper = nested && rest.length > 0 ? v2Expanded(nested, rest.join('.')) : [];
  return deeper.length > 0 ? deeper.map((inner) => `${first}/${inner}`) : [first];
};
