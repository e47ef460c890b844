import { RemoteTrouble } from '../../remote/remote-error.ts';
import { externalIdOf } from './key.ts';
import type { Shape } from './metadata.ts';
import type { ODataService, Query } from './odata-service.ts';
import type { Property } from './property.ts';
import { afterFilterOf, fromFilterOf, isOrdered } from './query.ts';
import { fieldsOf, type Row } from './row.ts';

/** A record as it came and as we read it. */
export type Entry = { row: Row; fields: Readonly<Record<string, unknown>> };

export type Walk = {
  service: ODataService;
  set: string;
  shape: Shape;
  /** What makes a record's key. */
  ids: readonly Property[];
  selection: Query;
  filters: readonly string[];
  /** What tells when a record changed; none for a walk by keys alone. */
  times: readonly Property[];
  pageSize: number;
};

/**
 * Records in the order of (times, ids), to the end, though they change meanwhile: one that changes goes to the end and comes
 * again. Throws `RemoteRefusal`, `RemoteTrouble`.
 */
export const walk = (given: Walk): AsyncIterable<Entry> =>
  isOrdered(given.ids) ? walkByKey(given) : walkByLink(given);

/** Each page is asked for by what follows the last record of the one before. */
async function* walkByKey(given: Walk): AsyncIterable<Entry> {
  const { service, pageSize } = given;
  const columns = [...given.times, ...given.ids];
  let url = addressOf(given, { $top: String(pageSize) });
  let before: string | null = null;
  for (;;) {
    const { rows, next } = await service.page(url);
    const entries = entriesOf(given, rows);
    yield* entries;
    const last = entries.at(-1);
    if (rows.length < pageSize && next === null) return;
    const after = last && afterFilterOf(service.protocol, columns, last.fields);
    if (after !== undefined && after === before) throw standsStill();
    before = after ?? before;
    url = after === undefined ? (next ?? url) : addressOf(given, { $top: String(pageSize) }, after);
  }
}

/**
 * By the links that the service gives, and begun anew from the last record's time whenever that went on: a link may count rows
 * to skip, and rows that change move what follows them up. `taken` are the records of that time, which come again.
 */
async function* walkByLink(given: Walk): AsyncIterable<Entry> {
  const { service, pageSize, times } = given;
  const prefer = { prefer: `odata.maxpagesize=${pageSize}` };
  let url = addressOf(given, {});
  let from: string | null = null;
  let taken = new Set<string>();
  for (;;) {
    const { rows, next } = await service.page(url, prefer);
    const entries = entriesOf(given, rows);
    yield* entries.filter((entry) => !taken.has(idOf(given, entry)));
    if (next === null) return;
    const last = entries.at(-1);
    const start: string | null = last && times.length > 0 ? fromFilterOf(service.protocol, times, last.fields) : from;
    if (start === from) taken = new Set([...taken, ...entries.map((entry) => idOf(given, entry))]);
    else taken = new Set(entries.filter((entry) => isSameTime(given, entry, last)).map((entry) => idOf(given, entry)));
    url = start === from || start === null ? next : addressOf(given, {}, start);
    from = start;
  }
}

const isSameTime = ({ times }: Walk, entry: Entry, last: Entry | undefined): boolean =>
  times.every(({ name }) => entry.fields[name] === last?.fields[name]);

const entriesOf = ({ service, shape }: Walk, rows: readonly Row[]): Entry[] =>
  rows.map((row) => ({ row, fields: fieldsOf(service.protocol, shape, row) }));

const idOf = ({ ids }: Walk, { fields }: Entry): string => externalIdOf(ids, fields) ?? '';

const addressOf = ({ service, set, ...given }: Walk, options: Query, start?: string): string =>
  service.addressOf(set, {
    $filter: [...given.filters, ...(start === undefined ? [] : [start])].join(' and ') || undefined,
    $orderby: [...given.times, ...given.ids].map(({ name }) => name).join(','),
    ...given.selection,
    ...options,
  });

const standsStill = (): RemoteTrouble =>
  new RemoteTrouble('The external system answers the same page again and again, as if it heard no filter.');
