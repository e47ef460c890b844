import { pages } from '../walk.ts';
import { requireKey, toKeyPredicate } from './key.ts';
import type { Shape } from './metadata.ts';
import type { ODataService } from './odata-service.ts';
import { buildAfterKeyFilter } from './query.ts';
import { isInPart, isRow, type Row, toFields } from './row.ts';
import { toSelection } from './selection.ts';

/** The address of a row, and the requested paths below it. */
type Location = { path: string; shape: Shape; paths: readonly string[] };

/** The page size of lists. */
const PAGE_SIZE = 500;

/**
 * Fetches the lists of a row whole of which it brought a part, by their own addresses and keys; a service may page what it expands.
 * Throws `VALIDATION_ERROR` for a member without a key.
 */
export const makeWhole = ({ protocol, rows }: ODataService) => {
  const listAt = async ({ path, shape, paths }: Location): Promise<Row[]> => {
    const list: Row[] = [];
    const selection = paths.length > 0 ? toSelection(protocol, shape, [...paths, ...shape.keys.map(getName)]) : {};
    const $orderby = shape.keys.map(getName).join(',');
    const read = pages(async ({ last }) => {
      const $filter = last ? buildAfterKeyFilter(protocol, shape.keys, last.externalId) : undefined;
      const page = await rows(path, { ...selection, $orderby, $filter }, PAGE_SIZE);
      list.push(...page);
      return page.map((row) => ({ ...NO_RECORD, externalId: keyIn(shape, row) }));
    });
    for await (const _page of read);
    return list;
  };

  const keyIn = (shape: Shape, row: Row): string => requireKey(shape.keys, toFields(protocol, shape, row));

  const within = async ({ path, shape, paths }: Location, row: Row): Promise<Row> => {
    const after: Record<string, unknown> = { ...row };
    for (const [name, nested] of shape.nested) {
      const inner = nested.shape();
      const value = row[name];
      if (!inner || !nested.isEntity || typeof value !== 'object' || value === null) continue;
      const location = { path: `${path}/${name}`, shape: inner, paths: innerPaths(paths, name) };
      const members = Array.isArray(value)
        ? value
        : isRow(value) && Array.isArray(value.results)
          ? value.results
          : null;
      if (!members) after[name] = await within(location, value as Row);
      else {
        const list = isInPart(protocol, row, name) ? await listAt(location) : members.filter(isRow);
        after[name] = await Promise.all(
          list.map((member) => (hasLists(inner) ? within(memberAt(location, member), member) : member)),
        );
      }
    }
    return after;
  };

  const memberAt = (location: Location, member: Row): Location => ({
    ...location,
    path: `${location.path}${toKeyPredicate(protocol, location.shape.keys, keyIn(location.shape, member))}`,
  });

  return async (
    { set, shape, ids, paths }: { set: string; shape: Shape; ids: Shape['keys']; paths: readonly string[] },
    row: Row,
  ) => {
    if (![...shape.nested.keys()].some((name) => name in row)) return row;
    const own = shape.keys.every(({ name }) => name in row) ? shape.keys : ids;
    const key = requireKey(own, toFields(protocol, shape, row));
    return within({ path: `${set}${toKeyPredicate(protocol, own, key)}`, shape, paths }, row);
  };
};

const getName = ({ name }: { name: string }): string => name;

const NO_RECORD = { modifiedAt: null, etag: null, deleted: false, fields: {} };

const hasLists = (shape: Shape): boolean => [...shape.nested.values()].some(({ isEntity }) => isEntity);

/** The paths below an entity, without indexes of its list; none where all of it is requested. */
const innerPaths = (paths: readonly string[], name: string): string[] => {
  const below = paths
    .filter((path) => path === name || path.startsWith(`${name}.`))
    .map((path) => path.slice(name.length + 1));
  const inner = below.map((path) => path.replace(/^\d+\.?/, ''));
  return inner.includes('') ? [] : inner;
};
