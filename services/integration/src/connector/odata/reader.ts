import { inParallel } from '../../parallel.ts';
import type { RemotePage, RemoteRecord, RemoteSystem, Source } from '../connector.ts';
import { pages, type Stream, untilNothingNew, walkChanges } from '../walk.ts';
import { behind, type Clock, columnsOf, fromFilterOf, sinceOf, withinFilterOf } from './clock.ts';
import { keyFilterOf } from './key.ts';
import type { Shape } from './metadata.ts';
import type { ODataService } from './odata-service.ts';
import type { Property, Protocol } from './property.ts';
import { behindKeyFilterOf, filterOf, isOrdered } from './query.ts';
import { fieldsOf, type Row } from './row.ts';
import { isNumber, requirePlaces, selectionOf } from './selection.ts';
import { makeWhole } from './whole.ts';

/** A record as it came and as we read it. */
export type Entry = { row: Row; fields: Readonly<Record<string, unknown>> };

/** How the records of a source are read from a set of the service. */
export type View = {
  set: string;
  shape: Shape;
  /** What makes the key of a record, as it stands in the set. */
  ids: readonly Property[];
  /** The paths that are asked for. */
  paths: readonly string[];
  /** What makes a row of the set a record of the source, and what the mapping asks for. */
  filters: readonly string[];
  /** The records whose changes each clock tells. */
  clocks: readonly { clock: Clock; filters: readonly string[] }[];
  /** The records whose changes none of them tells; null where there can be none. */
  timeless: readonly string[] | null;
  /** Throws `VALIDATION_ERROR` for a row without a key. */
  recordOf(entry: Entry): RemoteRecord;
};

/** An address of this length passes everywhere, the rest of it included. */
const FILTER_CHARACTERS = 1_500;
/** So many requests are under way at once, where what is asked for does not fit into one. */
const AT_ONCE = 4;

/** The reading half of a `RemoteSystem` over OData. */
export const makeReader = (
  service: ODataService,
  viewOf: (source: Source) => Promise<View>,
): Pick<RemoteSystem, 'changedSince' | 'fetch'> & Required<Pick<RemoteSystem, 'find' | 'numbers' | 'check'>> => {
  const { protocol } = service;
  const whole = makeWhole(service);

  const ask = async (view: View, filters: readonly string[], query: Record<string, string>, size: number) => {
    const { set, shape, paths } = view;
    const $filter = filters.join(' and ') || undefined;
    const asked = { $filter, ...selectionOf(protocol, shape, [...new Set(paths)]), ...query };
    const records: RemoteRecord[] = [];
    for (const came of await service.rows(set, asked, size)) {
      const row = await whole(view, came);
      records.push(view.recordOf({ row, fields: fieldsOf(protocol, shape, row) }));
    }
    return records;
  };

  /** All records that fit, by their keys. The standard does not order guids, so those are counted. */
  const all = (view: View, filters: readonly string[], size: number): AsyncIterable<readonly RemoteRecord[]> => {
    const $orderby = view.ids.map(({ name }) => name).join(',');
    if (!isOrdered(view.ids))
      return untilNothingNew(() =>
        pages(({ count }) => ask(view, filters, { $orderby, ...(count > 0 ? { $skip: String(count) } : {}) }, size)),
      );
    return pages(({ last }) => {
      const after = last ? [behindKeyFilterOf(protocol, view.ids, last.externalId)] : [];
      return ask(view, [...filters, ...after], { $orderby }, size);
    });
  };

  const streamOf = (view: View, { clock, filters }: View['clocks'][number], { since, size }: Range): Stream => {
    const $orderby = [...columnsOf(clock), ...view.ids].map(({ name }) => name).join(',');
    const chosen = [...filters, ...view.filters];
    const dated = clock.date.isNullable ? [`${clock.date.name} ne null`] : [];
    return {
      since: since && sinceOf(clock, since),
      from: (at) =>
        ask(view, [...(at === null ? dated : [fromFilterOf(protocol, clock, at)]), ...chosen], { $orderby }, size),
      within: (at) => all(view, [withinFilterOf(protocol, clock, at), ...chosen], size),
      behind: (at) => behind(clock, at),
    };
  };

  async function* changedSince(source: Source, since: Date | null): AsyncIterable<RemotePage> {
    const view = await viewOf(source);
    const { timeless, clocks } = view;
    const size = source.pageSize;
    const streams = clocks.map((one) => streamOf(view, one, { since, size }));
    yield* walkChanges(
      { streams, timeless: timeless && (() => all(view, [...timeless, ...view.filters], size)) },
      size,
    );
  }

  /** Those that fit any of the filters; `most`: how many there are at most. */
  const matching = async (view: View, filters: readonly Joined[], size: number): Promise<RemoteRecord[]> => {
    const found = await inParallel(filters, AT_ONCE, async ({ filter, most }) => {
      const records: RemoteRecord[] = [];
      for await (const page of all(view, [`(${filter})`, ...view.filters], size)) {
        records.push(...page);
        if (records.length >= most) break;
      }
      return records;
    });
    return found.flat();
  };

  return {
    changedSince,
    fetch: async (source, externalIds) => {
      const view = await viewOf(source);
      const keys = [...new Set(externalIds)].flatMap((id) => keyFilterOrNull(protocol, view.ids, id) ?? []);
      return matching(view, joined(keys, 1), source.pageSize);
    },
    find: async (source, field, values) => {
      const view = await viewOf(source);
      const terms = values.map((value) => filterOf(protocol, view.shape, { field, operator: 'eq', value }));
      return matching(view, joined(terms, Number.POSITIVE_INFINITY), source.pageSize);
    },
    check: async ({ object, fields }) => requirePlaces((await service.metadata()).shapeOf(object), fields),
    numbers: async ({ object, fields }) => {
      const shape = (await service.metadata()).shapeOf(object);
      return new Set(fields.filter((path) => isNumber(shape, path)));
    },
  };
};

type Range = { since: Date | null; size: number };

type Joined = { filter: string; most: number };

/** Filters that find what any of these terms does, each no longer than an address may be; a term finds so many at most. */
const joined = (terms: readonly string[], mostOfOne: number): Joined[] => {
  const filters: string[][] = [];
  let room = 0;
  for (const term of terms) {
    if (room < term.length) {
      filters.push([]);
      room = FILTER_CHARACTERS;
    }
    filters.at(-1)?.push(term);
    room -= term.length + ' or '.length;
  }
  return filters.map((some) => ({ filter: some.join(' or '), most: some.length * mostOfOne }));
};

/** Null for what cannot be a key there, and so is not there. */
const keyFilterOrNull = (protocol: Protocol, ids: readonly Property[], externalId: string): string | null => {
  try {
    return keyFilterOf(protocol, ids, externalId);
  } catch {
    return null;
  }
};
