import { CLASSIFICATIONS, type MetricPeriod, PRIORITIES, QUALITY_EVENT_STATUSES } from '@qsc/contracts';
import { measureLoad } from '../load.ts';
import type { BenchMesh } from '../mesh.ts';
import type { RowKind } from '../row-kind.ts';
import type { QualityFilling, QualityMaterial } from './quality-fill.ts';
import { CATEGORIES, newEvent, RELATED, TYPES, USERS } from './quality-record.ts';

const PAGES = 3;
/** One at a time tells how long a request takes; four, how long beside others. */
const READS = [1, 4];
const WRITES = [16];
const SIGNINGS = [4];
const ANALYSES = [1];

const filled = <Material extends QualityMaterial>({ quality }: BenchMesh, of: Material) => {
  const filling = quality?.[of];
  if (!filling) throw new Error(`The mesh was not filled for "${of}".`);
  return filling as NonNullable<QualityFilling[Material]>;
};

/** Each filter with each of its first pages, so that requests at the same time differ. */
const paged = (filters: readonly string[]): string[] =>
  Array.from({ length: PAGES }, (_, page) => filters.map((filter) => `${filter}&page=${page + 1}`)).flat();

const each = <One, Other>(ones: readonly One[], others: readonly Other[], filter: (a: One, b: Other) => string) =>
  paged(ones.flatMap((one) => others.map((other) => filter(one, other))));

const listRow = (by: string, queries: readonly string[]): RowKind => ({
  name: `quality list, ${by}`,
  of: 'quality',
  connections: READS,
  shots: () => {
    let asked = 0;
    return () => ({ method: 'GET', path: `/v1/quality-events?${queries[asked++ % queries.length]}` });
  },
  floor: (mesh, shape) => filled(mesh, 'quality').floors.list(shape, queries),
});

const LISTS: readonly RowKind[] = [
  listRow(
    'by type, status and priority',
    each(TYPES, QUALITY_EVENT_STATUSES, (type, status) => `type=${type}&status=${status}&priority=high,critical`),
  ),
  listRow(
    'by priority, classification and type',
    each(PRIORITIES, CLASSIFICATIONS, (one, other) => `priority=${one}&classification=${other}&type=deviation`),
  ),
  listRow(
    'overdue, by type and classification, by due date',
    each(TYPES, CLASSIFICATIONS, (one, other) => `overdue=true&type=${one}&classification=${other}&sort=due_date`),
  ),
  listRow(
    'by category and user',
    each(
      CATEGORIES,
      USERS.slice(0, 4),
      (category, user) => `category=${encodeURIComponent(category)}&assigned_to=${user}`,
    ),
  ),
  listRow(
    'by entity and status',
    each(
      RELATED.slice(0, 40),
      ['draft,submitted', 'closed'],
      (id, status) => `related_entity_id=${id}&status=${status}`,
    ),
  ),
];

const metricRow = (of: string, period: MetricPeriod): RowKind => ({
  name: `quality metrics, of ${of}`,
  of: 'quality',
  connections: READS,
  shots: () => () => ({ method: 'GET', path: `/v1/quality-events/metrics?period=${period}` }),
  floor: (mesh, shape) => filled(mesh, 'quality').floors.metrics(shape, { period }),
});

const createEvents = () => {
  let index = 0;
  return () => ({ method: 'POST', path: '/v1/quality-events', body: newEvent('deviation', index++) }) as const;
};

/** What is held against it: an entity of the same size. */
const createEntities = () => {
  let index = 0;
  const bodyAt = (at: number) => {
    const { type: kind, title: name, ...attributes } = newEvent('deviation', at);
    return { type: 'equipment', name, attributes: { kind, ...attributes } };
  };
  return () => ({ method: 'POST', path: '/v1/entities', body: bodyAt(index++) }) as const;
};

const patches = (ids: readonly string[]) => {
  let index = 0;
  return () => {
    const path = `/v1/entities/${ids[index % ids.length]}`;
    return { method: 'PATCH', path, body: { attributes: { remark: `R-${Date.now()}-${index++}` } } } as const;
  };
};

const WRITTEN: readonly RowKind[] = [
  {
    name: 'quality event create',
    of: 'quality',
    connections: WRITES,
    shots: createEvents,
    floor: (mesh, shape) => measureLoad(mesh.target, shape, createEntities()),
  },
  {
    name: 'transition',
    of: 'transition',
    connections: WRITES,
    shots: (mesh) => {
      const { events } = filled(mesh, 'transition');
      const body = { to_state: 'submitted' };
      return () => ({ method: 'POST', path: `/v1/workflows/instances/${events.take()}/transition`, body });
    },
    floor: (mesh, shape) => measureLoad(mesh.target, shape, patches(filled(mesh, 'transition').patched)),
  },
  {
    name: 'signed decision',
    of: 'signed decision',
    connections: SIGNINGS,
    shots: (mesh) => {
      const { rounds, signer, password } = filled(mesh, 'signed decision');
      const signature = { meaning: 'Approval', password };
      const body = { decision: 'approve', comment: 'The plan is sufficient', signature };
      return () => ({ method: 'POST', path: `/v1/workflows/approvals/${rounds.take()}`, body, token: signer.token });
    },
    floor: (mesh, shape) => filled(mesh, 'signed decision').floor(shape),
  },
];

const IMPACT: RowKind = {
  name: 'impact analysis',
  of: 'impact analysis',
  connections: ANALYSES,
  shots: (mesh) => {
    const path = `/v1/quality-events/${filled(mesh, 'impact analysis').eventId}/impact-analysis`;
    return () => ({ method: 'POST', path });
  },
  floor: (mesh, shape) => filled(mesh, 'impact analysis').floor(shape),
};

/** The rows of quality events and their workflows in the order in which they are measured. */
export const QUALITY_ROWS: readonly RowKind[] = [
  ...LISTS,
  metricRow('30 days', '30d'),
  metricRow('a year', '1y'),
  IMPACT,
  ...WRITTEN,
];
