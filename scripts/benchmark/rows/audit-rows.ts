import { AUDIT_ACTIONS } from '@qsc/contracts';
import { EntryQuery } from '../../../services/audit/src/entry/entry.schemas.ts';
import { inTurn } from '../load.ts';
import { KINDS, recordIdAt, USERS } from '../sample/audit-record.ts';
import type { Filled } from '../seed.ts';
import { each, getInTurn, paged, parseQuery, type RowKind, row } from './row.ts';

/** One at a time shows how long a request takes; four, how long beside others. */
const READS = [1, 4];
const PAGES = 4;
const RECORDS = 200;
const DEEP_PAGES = [1_000, 2_000, 3_999];
const VERIFIED = 10_000;

type Entries = Filled['audit'];

/** The middle half of the time that the entries are spread over. */
const middle = ({ count, timeAt }: Entries): string => {
  const [from, to] = [timeAt(Math.floor(count / 4)), timeAt(Math.floor((count * 3) / 4))];
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
};

const records = (count: number): string[] =>
  Array.from({ length: RECORDS }, (_, index) => recordIdAt(index * 37, count));

/** The query strings of each search. */
const SEARCHES: Readonly<Record<string, (entries: Entries) => readonly string[]>> = {
  'the whole log': () => paged(['sort=-timestamp', 'sort=timestamp'], PAGES),
  'by kind': () =>
    paged(
      KINDS.map((kind) => `entity_type=${kind}`),
      PAGES,
    ),
  'by record': ({ count }) => records(count).map((id) => `entity_id=${id}`),
  'by user and action': () =>
    paged(
      each(USERS, AUDIT_ACTIONS, (user, act) => `user_id=${user}&action=${act}`),
      PAGES,
    ),
  'by kind, user and signature': () =>
    paged(
      each(KINDS, USERS.slice(0, 10), (kind, user) => `entity_type=${kind}&user_id=${user}&has_signature=true`),
      PAGES,
    ),
  'by several kinds and actions in a period': (entries) =>
    paged(
      each(KINDS, AUDIT_ACTIONS, (kind, act) => `entity_type=${kind},supplier&action=${act},sign&${middle(entries)}`),
      PAGES,
    ),
  'by all filters': (entries) =>
    records(entries.count).map(
      (id, index) =>
        `entity_id=${id}&entity_type=${KINDS.join(',')}&user_id=${USERS.slice(0, 20).join(',')}&action=update,approve,sign&has_signature=${index % 2 === 0}&${middle(entries)}`,
    ),
  'deep pages': () => DEEP_PAGES.map((page) => `has_signature=false&page=${page}`),
};

const searchRow = (name: string, by: string, compared: 'search' | 'searchAndCount'): RowKind => {
  const toQueries = SEARCHES[by] ?? (() => []);
  return row({
    name: `${name}, ${by}`,
    of: 'audit',
    connections: READS,
    requests: (entries) => getInTurn(toQueries(entries).map((query) => `/v1/audit-logs?${query}`)),
    floor(entries) {
      const next = inTurn(toQueries(entries).map((query) => parseQuery(EntryQuery, query)));
      return () => entries.floors[compared](next());
    },
  });
};

/** The period of 10,000 entries in the middle. */
const verified = ({ count, timeAt }: Entries) => {
  const first = Math.floor(Math.max(0, count - VERIFIED) / 2);
  return { from: timeAt(first), to: timeAt(Math.min(count, first + VERIFIED) - 1) };
};

/** The rows of the audit log; the total of the whole log is not counted. */
export const AUDIT_ROWS: readonly RowKind[] = [
  ...Object.keys(SEARCHES).map((by) => searchRow('audit search', by, 'search')),
  ...Object.keys(SEARCHES)
    .filter((by) => by !== 'the whole log')
    .map((by) => searchRow('audit page and total', by, 'searchAndCount')),
  row({
    name: 'audit verify, 10000 entries',
    of: 'audit',
    connections: [1],
    requests(entries) {
      const { from, to } = verified(entries);
      return getInTurn([`/v1/audit-logs/verify?from=${from.toISOString()}&to=${to.toISOString()}`]);
    },
    floor: (entries) => () => entries.floors.walk(verified(entries)),
  }),
];
