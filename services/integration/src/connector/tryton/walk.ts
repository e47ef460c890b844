import type { RemotePage, RemoteRecord } from '../connector.ts';
import { pages, type Stream, walkChanges } from '../walk.ts';
import type { Domain } from './domain.ts';
import { ALL_ROWS, type Row } from './record.ts';
import type { Rpc } from './rpc.ts';
import { toStamp } from './wire.ts';

/** `condition` filters the rows, `names` are the requested fields. */
export type Walk = {
  rpc: Rpc;
  object: string;
  names: readonly string[];
  condition: Domain;
  pageSize: number;
  read: (row: Row) => RemoteRecord;
};

/** Rows that were written since they were made, and those that were not, have the date of their last change in two fields. */
const DATES: readonly { field: string; rows: Domain }[] = [
  { field: 'create_date', rows: [['write_date', '=', null]] },
  { field: 'write_date', rows: [['write_date', '!=', null]] },
];

/** Records in the order of their last change, from `since` on. */
export const changes = (walk: Walk, since: Date | null): AsyncIterable<RemotePage> =>
  walkChanges({ streams: DATES.map((date) => toStream(walk, date, since)), timeless: null }, walk.pageSize);

const toStream = (walk: Walk, { field, rows }: (typeof DATES)[number], since: Date | null): Stream => {
  const stamp = (at: string) => toStamp(new Date(at));
  return {
    since: since?.toISOString() ?? null,
    from: (at) => fetchPage(walk, [...rows, ...(at === null ? [] : [[field, '>=', stamp(at)]])], [field, 'id']),
    within: (at) => all(walk, [...rows, [field, '>=', stamp(at)], [field, '<', stamp(behind(at))]]),
    behind,
  };
};

/** Tryton stores moments to the microsecond; a record shows them to the millisecond. */
const behind = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

/** All records that fulfil a condition, by their keys. */
export const all = (walk: Walk, condition: Domain): AsyncIterable<readonly RemoteRecord[]> =>
  pages(({ last }) => fetchPage(walk, [...condition, ...(last ? [['id', '>', Number(last.externalId)]] : [])], ['id']));

const fetchPage = async (walk: Walk, condition: Domain, order: readonly string[]): Promise<RemoteRecord[]> => {
  const { rpc, object, names, pageSize, read } = walk;
  const sorted = order.map((field) => [field, 'ASC']);
  const parameters = [[...walk.condition, ...condition], 0, pageSize, sorted, names];
  return ((await rpc(`model.${object}.search_read`, parameters, ALL_ROWS)) as Row[]).map(read);
};
