import { AUDIT_ACTIONS } from '@qsc/contracts';
import type { BenchMesh } from '../mesh.ts';
import type { RowKind } from '../row-kind.ts';
import type { AuditFilling } from './audit-fill.ts';
import { KINDS, recordIdAt, USERS } from './audit-record.ts';

/** One at a time tells how long a request takes; four, how long beside others. */
const READS = [1, 4];
const PAGES = 4;
const RECORDS = 200;
const DEEP_PAGES = [1_000, 2_000, 3_999];
const VERIFIED = 10_000;

const filled = ({ audit }: BenchMesh): AuditFilling => {
  if (!audit) throw new Error('The mesh was not filled for "audit".');
  return audit;
};

/** Each filter with each of its first pages, so that requests at the same time differ. */
const paged = (filters: readonly string[]): string[] =>
  Array.from({ length: PAGES }, (_, page) => filters.map((filter) => `${filter}&page=${page + 1}`)).flat();

const some = <Item>(items: readonly Item[], count: number): Item[] => items.slice(0, count);

const each = <One, Other>(ones: readonly One[], others: readonly Other[], filter: (a: One, b: Other) => string) =>
  paged(ones.flatMap((one) => others.map((other) => filter(one, other))));

/** The middle half of the time that the entries are spread over. */
const middle = ({ count, timeAt }: AuditFilling): string => {
  const [from, to] = [timeAt(Math.floor(count / 4)), timeAt(Math.floor((count * 3) / 4))];
  return `from=${from.toISOString()}&to=${to.toISOString()}`;
};

const records = (count: number): string[] =>
  Array.from({ length: RECORDS }, (_, index) => recordIdAt(index * 37, count));

type Queries = (filling: AuditFilling) => readonly string[];

type Floor = 'search' | 'searchAndCount';

const searchRow = (by: string, queriesOf: Queries, floor: Floor = 'search'): RowKind => ({
  name: floor === 'search' ? `audit search, ${by}` : `audit page and total, ${by}`,
  of: 'audit',
  connections: READS,
  shots(mesh) {
    const queries = queriesOf(filled(mesh));
    let asked = 0;
    return () => ({ method: 'GET', path: `/v1/audit-logs?${queries[asked++ % queries.length]}` });
  },
  floor: (mesh, shape) => filled(mesh).floors[floor](shape, queriesOf(filled(mesh))),
});

const SEARCHES: Readonly<Record<string, Queries>> = {
  'the whole log': () => paged(['sort=-timestamp', 'sort=timestamp']),
  'by kind': () => paged(KINDS.map((kind) => `entity_type=${kind}`)),
  'by record': ({ count }) => records(count).map((id) => `entity_id=${id}`),
  'by user and action': () => each(USERS, AUDIT_ACTIONS, (user, act) => `user_id=${user}&action=${act}`),
  'by kind, user and signature': () =>
    each(KINDS, some(USERS, 10), (kind, user) => `entity_type=${kind}&user_id=${user}&has_signature=true`),
  'by several kinds and actions in a period': (filling) =>
    each(KINDS, AUDIT_ACTIONS, (kind, act) => `entity_type=${kind},supplier&action=${act},sign&${middle(filling)}`),
  'by all filters': (filling) =>
    records(filling.count).map(
      (id, index) =>
        `entity_id=${id}&entity_type=${KINDS.join(',')}&user_id=${some(USERS, 20).join(',')}&action=update,approve,sign&has_signature=${index % 2 === 0}&${middle(filling)}`,
    ),
  'deep pages': () => DEEP_PAGES.map((page) => `has_signature=false&page=${page}`),
};

/** The period of 10,000 entries in the middle. */
const verified = ({ count, timeAt }: AuditFilling) => {
  const first = Math.floor(Math.max(0, count - VERIFIED) / 2);
  return { from: timeAt(first), to: timeAt(Math.min(count, first + VERIFIED) - 1) };
};

/** The rows of the audit log. */
export const AUDIT_ROWS: readonly RowKind[] = [
  ...Object.entries(SEARCHES).map(([by, queriesOf]) => searchRow(by, queriesOf)),
  ...Object.entries(SEARCHES)
    .filter(([by]) => by !== 'the whole log')
    .map(([by, queriesOf]) => searchRow(by, queriesOf, 'searchAndCount')),
  {
    name: 'audit verify, 10000 entries',
    of: 'audit',
    connections: [1],
    shots(mesh) {
      const { from, to } = verified(filled(mesh));
      const path = `/v1/audit-logs/verify?from=${from.toISOString()}&to=${to.toISOString()}`;
      return () => ({ method: 'GET', path });
    },
    floor: (mesh, shape) => filled(mesh).floors.walk(shape, verified(filled(mesh))),
  },
];
