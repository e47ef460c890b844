import { inParallel } from '../../parallel.ts';
import type { RemotePage, RemoteRecord, RemoteSystem, Source } from '../connector.ts';
import { type Clock, columnsOf, isEarlier, sinceFilterOf } from './clock.ts';
import { externalIdOf, keyFilterOf } from './key.ts';
import { merged, paged } from './merged.ts';
import type { Shape } from './metadata.ts';
import type { ODataService, Query } from './odata-service.ts';
import type { Property, Protocol } from './property.ts';
import { filterOf } from './query.ts';
import { fieldsOf } from './row.ts';
import { selectionOf } from './selection.ts';
import { type Entry, walk } from './walk.ts';

/** Records of a set that one clock tells the changes of; null for those of which none does. */
export type Stream = { clock: Clock | null; filters: readonly string[] };

/** How the records of a source are read from a set of the service. */
export type View = {
  set: string;
  shape: Shape;
  /** What makes the key of a record, as it stands in the set. */
  ids: readonly Property[];
  /** The paths that are asked for. */
  paths: readonly string[];
  /** What the mapping asks for alone. */
  filters: readonly string[];
  streamsOf(since: Date | null): Stream[];
  /** Null for a row that is no record of the source. */
  recordOf(entry: Entry): RemoteRecord | null;
};

/** An address of this length passes everywhere, the rest of it included. */
const FILTER_CHARACTERS = 1_500;
/** So many requests are under way at once, where what is asked for does not fit into one. */
const AT_ONCE = 4;

/** The reading half of a `RemoteSystem` over OData. */
export const makeReader = (
  service: ODataService,
  viewOf: (source: Source) => Promise<View>,
): Pick<RemoteSystem, 'changedSince' | 'fetch' | 'keys'> & Required<Pick<RemoteSystem, 'find'>> => {
  async function* recordsOf(view: View, stream: Stream, since: Date | null, pageSize: number) {
    const { clock } = stream;
    const entries = walk({
      ...base(service, view, view.paths),
      filters: [
        ...stream.filters,
        ...(clock && since ? [sinceFilterOf(service.protocol, clock, since)] : []),
        ...view.filters,
      ],
      times: clock ? columnsOf(clock) : [],
      pageSize,
    });
    for await (const entry of entries) {
      const record = view.recordOf(entry);
      if (record && !(clock && isEarlier(clock, record.modifiedAt, since))) yield record;
    }
  }

  async function* changedSince(source: Source, since: Date | null): AsyncIterable<RemotePage> {
    const view = await viewOf(source);
    const streams = view.streamsOf(since).map((stream) => recordsOf(view, stream, since, source.pageSize));
    for await (const records of paged(merged(streams), source.pageSize)) yield { records };
  }

  async function* keys(source: Source): AsyncIterable<readonly string[]> {
    const view = await viewOf(source);
    const names = view.ids.map(({ name }) => name);
    yield* paged(
      keysOf(walk({ ...base(service, view, names), filters: [], times: [], pageSize: source.pageSize }), view),
      source.pageSize,
    );
  }

  async function* pagesOf(first: string) {
    for (let url: string | null = first; url !== null; ) {
      const page = await service.page(url);
      yield page.rows;
      url = page.next;
    }
  }

  const matching = async (view: View, filters: readonly string[]): Promise<RemoteRecord[]> => {
    const { set, shape } = view;
    const found = await inParallel(filters, AT_ONCE, async (filter) => {
      const records: RemoteRecord[] = [];
      const url = service.addressOf(set, { $filter: filter, ...selection(service, view, view.paths) });
      for await (const rows of pagesOf(url)) {
        const entries = rows.map((row) => ({ row, fields: fieldsOf(service.protocol, shape, row) }));
        records.push(...entries.map(view.recordOf).filter((record) => record !== null));
      }
      return records;
    });
    return found.flat();
  };

  const fetch = async (source: Source, externalIds: readonly string[]): Promise<RemoteRecord[]> => {
    const view = await viewOf(source);
    return matching(view, keyFiltersOf(service.protocol, view.ids, externalIds));
  };

  const find = async (source: Source, field: string, values: readonly string[]): Promise<RemoteRecord[]> => {
    const view = await viewOf(source);
    const terms = values.map((value) => filterOf(service.protocol, view.shape, { field, operator: 'eq', value }));
    return matching(view, joined(terms));
  };

  return { changedSince, keys, fetch, find };
};

const selection = ({ protocol }: ODataService, { shape }: View, paths: readonly string[]): Query =>
  selectionOf(protocol, shape, [...new Set(paths)]);

const base = (service: ODataService, view: View, paths: readonly string[]) => {
  const { set, shape, ids } = view;
  return { service, set, shape, ids, selection: selection(service, view, paths) };
};

async function* keysOf(entries: AsyncIterable<Entry>, { ids }: View): AsyncIterable<string> {
  for await (const { fields } of entries) {
    const key = externalIdOf(ids, fields);
    if (key !== null) yield key;
  }
}

/** Filters that find these keys, each no longer than an address may be. What cannot be a key there is not there. */
export const keyFiltersOf = (protocol: Protocol, ids: readonly Property[], externalIds: readonly string[]): string[] =>
  joined([...new Set(externalIds)].flatMap((externalId) => keyFilterOrNull(protocol, ids, externalId) ?? []));

/** Filters that find what any of these does. */
const joined = (terms: readonly string[]): string[] => {
  const filters: string[][] = [];
  let room = 0;
  for (const filter of terms) {
    if (room < filter.length) {
      filters.push([]);
      room = FILTER_CHARACTERS;
    }
    filters.at(-1)?.push(filter);
    room -= filter.length + ' or '.length;
  }
  return filters.map((some) => some.join(' or '));
};

const keyFilterOrNull = (protocol: Protocol, ids: readonly Property[], externalId: string): string | null => {
  try {
    return keyFilterOf(protocol, ids, externalId);
  } catch {
    return null;
  }
};
