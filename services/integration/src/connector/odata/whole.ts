import { pages } from '../walk.ts';
import { keyPredicateOf, requireKey } from './key.ts';
import type { Shape } from './metadata.ts';
import type { ODataService } from './odata-service.ts';
import { behindKeyFilterOf } from './query.ts';
import { fieldsOf, isInPart, isRow, type Row } from './row.ts';
import { selectionOf } from './selection.ts';

/** Where a row stands, and the paths below it that are asked for. */
type Place = { path: string; shape: Shape; paths: readonly string[] };

/** So many members of a list are asked for at once. */
const PAGE_SIZE = 500;

/**
 * Fetches the lists of a row whole of which it brought a part, by their own addresses and keys; a service may page what it expands.
 * Throws `VALIDATION_ERROR` for a member without a key.
 */
export const makeWhole = ({ protocol, rows }: ODataService) => {
  const listAt = async ({ path, shape, paths }: Place): Promise<Row[]> => {
    const list: Row[] = [];
    const selection = paths.length > 0 ? selectionOf(protocol, shape, [...paths, ...shape.keys.map(nameOf)]) : {};
    const $orderby = shape.keys.map(nameOf).join(',');
    const read = pages(async ({ last }) => {
      const $filter = last ? behindKeyFilterOf(protocol, shape.keys, last.externalId) : undefined;
      const page = await rows(path, { ...selection, $orderby, $filter }, PAGE_SIZE);
      list.push(...page);
      return page.map((row) => ({ ...NO_RECORD, externalId: keyIn(shape, row) }));
    });
    for await (const _page of read);
    return list;
  };

  const keyIn = (shape: Shape, row: Row): string => requireKey(shape.keys, fieldsOf(protocol, shape, row));

  const within = async ({ path, shape, paths }: Place, row: Row): Promise<Row> => {
    const after: Record<string, unknown> = { ...row };
    for (const [name, nested] of shape.nested) {
      const inner = nested.shape();
      const value = row[name];
      if (!inner || !nested.isEntity || typeof value !== 'object' || value === null) continue;
      const place = { path: `${path}/${name}`, shape: inner, paths: innerPaths(paths, name) };
      const members = Array.isArray(value)
        ? value
        : isRow(value) && Array.isArray(value.results)
          ? value.results
          : null;
      if (!members) after[name] = await within(place, value as Row);
      else {
        const list = isInPart(protocol, row, name) ? await listAt(place) : members.filter(isRow);
        after[name] = await Promise.all(
          list.map((member) => (hasLists(inner) ? within(memberAt(place, member), member) : member)),
        );
      }
    }
    return after;
  };

  const memberAt = (place: Place, member: Row): Place => ({
    ...place,
    path: `${place.path}${keyPredicateOf(protocol, place.shape.keys, keyIn(place.shape, member))}`,
  });

  return async (
    { set, shape, ids, paths }: { set: string; shape: Shape; ids: Shape['keys']; paths: readonly string[] },
    row: Row,
  ) => {
    if (![...shape.nested.keys()].some((name) => name in row)) return row;
    const own = shape.keys.every(({ name }) => name in row) ? shape.keys : ids;
    const key = requireKey(own, fieldsOf(protocol, shape, row));
    return within({ path: `${set}${keyPredicateOf(protocol, own, key)}`, shape, paths }, row);
  };
};

const nameOf = ({ name }: { name: string }): string => name;

const NO_RECORD = { modifiedAt: null, etag: null, deleted: false, fields: {} };

const hasLists = (shape: Shape): boolean => [...shape.nested.values()].some(({ isEntity }) => isEntity);

/** The paths below an entity, without places in its list; none where it is asked for whole. */
const innerPaths = (paths: readonly string[], name: string): string[] => {
  const below = paths
    .filter((path) => path === name || path.startsWith(`${name}.`))
    .map((path) => path.slice(name.length + 1));
  const inner = below.map((path) => path.replace(/^\d+\.?/, ''));
  return inner.includes('') ? [] : inner;
};
