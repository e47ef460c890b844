import { inParallel } from '@qsc/service-kit';
import type { RemotePage, RemoteRecord, RemoteSystem, Source } from '../connector.ts';
import { pages, type Stream, untilNothingNew, walkChanges } from '../walk.ts';
import { behind, buildFromFilter, buildWithinFilter, type Clock, listColumns, toSince } from './clock.ts';
import { buildKeyFilter } from './key.ts';
import type { Shape } from './metadata.ts';
import type { ODataService } from './odata-service.ts';
import type { Property, Protocol } from './property.ts';
import { buildAfterKeyFilter, buildFilter, isOrdered } from './query.ts';
import { type Row, toFields } from './row.ts';
import { isNumber, requireIndexes, toSelection } from './selection.ts';
import { makeWhole } from './whole.ts';

/** A record as it came and as we read it. */
export type Entry = { row: Row; fields: Readonly<Record<string, unknown>> };

/** How the records of a source are read from a set of the service. */
export type View = {
  set: string;
  shape: Shape;
  /** The properties of the key of a record, in the set. */
  ids: readonly Property[];
  /** The requested paths. */
  paths: readonly string[];
  /** The filters of the source and of the mapping. */
  filters: readonly string[];
  /** The clocks, each with the records that it applies to. */
  clocks: readonly { clock: Clock; filters: readonly string[] }[];
  /** The records without a clock; null where there can be none. */
  timeless: readonly string[] | null;
  /** Throws `VALIDATION_ERROR` for a row without a key. */
  toRecord(entry: Entry): RemoteRecord;
};

/** An address of this length passes everywhere, the rest of it included. */
const FILTER_CHARACTERS = 1_500;
/** The most requests in flight, where the keys do not fit into one request. */
const AT_ONCE = 4;

/** The reading half of a `RemoteSystem` over OData. */
export const makeReader = (
  service: ODataService,
  getView: (source: Source) => Promise<View>,
): Pick<RemoteSystem, 'changedSince' | 'fetch'> & Required<Pick<RemoteSystem, 'find' | 'numbers' | 'check'>> => {
  const { protocol } = service;
  const whole = makeWhole(service);

  const fetchPage = async (view: View, filters: readonly string[], query: Record<string, string>, size: number) => {
    const { set, shape, paths } = view;
    const $filter = filters.join(' and ') || undefined;
    const options = { $filter, ...toSelection(protocol, shape, [...new Set(paths)]), ...query };
    const records: RemoteRecord[] = [];
    for (const outcome of await service.rows(set, options, size)) {
      const row = await whole(view, outcome);
      records.push(view.toRecord({ row, fields: toFields(protocol, shape, row) }));
    }
    return records;
  };

  /** All records that fit, by their keys. The standard does not order guids, so those are counted. */
  const all = (view: View, filters: readonly string[], size: number): AsyncIterable<readonly RemoteRecord[]> => {
    const $orderby = view.ids.map(({ name }) => name).join(',');
    if (!isOrdered(view.ids))
      return untilNothingNew(() =>
        pages(({ count }) =>
          fetchPage(view, filters, { $orderby, ...(count > 0 ? { $skip: String(count) } : {}) }, size),
        ),
      );
    return pages(({ last }) => {
      const after = last ? [buildAfterKeyFilter(protocol, view.ids, last.externalId)] : [];
      return fetchPage(view, [...filters, ...after], { $orderby }, size);
    });
  };

  const toStream = (view: View, { clock, filters }: View['clocks'][number], { since, size }: Range): Stream => {
    const $orderby = [...listColumns(clock), ...view.ids].map(({ name }) => name).join(',');
    const chosen = [...filters, ...view.filters];
    const dated = clock.date.isNullable ? [`${clock.date.name} ne null`] : [];
    return {
      since: since && toSince(clock, since),
      from: (at) =>
        fetchPage(
          view,
          [...(at === null ? dated : [buildFromFilter(protocol, clock, at)]), ...chosen],
          { $orderby },
          size,
        ),
      within: (at) => all(view, [buildWithinFilter(protocol, clock, at), ...chosen], size),
      behind: (at) => behind(clock, at),
    };
  };

  async function* changedSince(source: Source, since: Date | null): AsyncIterable<RemotePage> {
    const view = await getView(source);
    const { timeless, clocks } = view;
    const size = source.pageSize;
    const streams = clocks.map((one) => toStream(view, one, { since, size }));
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
      const view = await getView(source);
      const keys = [...new Set(externalIds)].flatMap((id) => keyFilterOrNull(protocol, view.ids, id) ?? []);
      return matching(view, joined(keys, 1), source.pageSize);
    },
    find: async (source, field, values) => {
      const view = await getView(source);
      const terms = values.map((value) => buildFilter(protocol, view.shape, { field, operator: 'eq', value }));
      return matching(view, joined(terms, Number.POSITIVE_INFINITY), source.pageSize);
    },
    check: async ({ object, fields }) => requireIndexes((await service.metadata()).getShape(object), fields),
    numbers: async ({ object, fields }) => {
      const shape = (await service.metadata()).getShape(object);
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
    return buildKeyFilter(protocol, ids, externalId);
  } catch {
    return null;
  }
};
