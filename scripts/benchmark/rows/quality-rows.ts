import { CLASSIFICATIONS, type MetricPeriod, PRIORITIES, QUALITY_EVENT_STATUSES } from '@qsc/contracts';
import { QualityEventListQuery } from '../../../services/quality/src/quality-event/quality-event.schemas.ts';
import { inTurn, type LoadRequest } from '../load.ts';
import { CATEGORIES, newEvent, RELATED, TYPES, USERS } from '../sample/quality-record.ts';
import { patches } from './entity-rows.ts';
import { each, getInTurn, paged, parseQuery, type RowKind, row } from './row.ts';

const PAGES = 3;
/** One at a time shows how long a request takes; four, how long beside others. */
const READS = [1, 4];
const WRITES = [16];
const SIGNINGS = [4];
const ANALYSES = [1];

/** The query strings of each list; those of one list differ. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  'by type, status and priority': each(
    TYPES,
    QUALITY_EVENT_STATUSES,
    (type, status) => `type=${type}&status=${status}&priority=high,critical`,
  ),
  'by priority, classification and type': each(
    PRIORITIES,
    CLASSIFICATIONS,
    (one, other) => `priority=${one}&classification=${other}&type=deviation`,
  ),
  'overdue, by type and classification, by due date': each(
    TYPES,
    CLASSIFICATIONS,
    (one, other) => `overdue=true&type=${one}&classification=${other}&sort=due_date`,
  ),
  'by category and user': each(
    CATEGORIES,
    USERS.slice(0, 4),
    (category, user) => `category=${encodeURIComponent(category)}&assigned_to=${user}`,
  ),
  'by entity and status': each(
    RELATED.slice(0, 40),
    ['draft,submitted', 'closed'],
    (id, status) => `related_entity_id=${id}&status=${status}`,
  ),
};

const listRow = (by: string, filters: readonly string[]): RowKind => {
  const queries = paged(filters, PAGES);
  return row({
    name: `quality list, ${by}`,
    of: 'quality',
    connections: READS,
    requests: () => getInTurn(queries.map((query) => `/v1/quality-events?${query}`)),
    floor({ floors }) {
      const next = inTurn(queries.map((query) => parseQuery(QualityEventListQuery, query)));
      return () => floors.list(next());
    },
  });
};

const metricRow = (name: string, period: MetricPeriod): RowKind =>
  row({
    name: `quality metrics, of ${name}`,
    of: 'quality',
    connections: READS,
    requests: () => getInTurn([`/v1/quality-events/metrics?period=${period}`]),
    floor:
      ({ floors }) =>
      () =>
        floors.metrics({ period }),
  });

const createEvents = () => {
  let index = 0;
  return (): LoadRequest => ({ method: 'POST', path: '/v1/quality-events', body: newEvent('deviation', index++) });
};

/** Creating an event is compared with an entity of the same size. */
const createEntities = () => {
  let index = 0;
  return (): LoadRequest => {
    const { type: kind, title: name, ...attributes } = newEvent('deviation', index++);
    return {
      method: 'POST',
      path: '/v1/entities',
      body: { type: 'equipment', name, attributes: { kind, ...attributes } },
    };
  };
};

/** The rows of quality events and their workflows in the order in which they are measured. */
export const QUALITY_ROWS: readonly RowKind[] = [
  ...Object.entries(LISTS).map(([by, filters]) => listRow(by, filters)),
  metricRow('30 days', '30d'),
  metricRow('a year', '1y'),
  row({
    name: 'impact analysis',
    of: 'impact analysis',
    connections: ANALYSES,
    requests: ({ eventId }) => inTurn([{ method: 'POST', path: `/v1/quality-events/${eventId}/impact-analysis` }]),
    floor: ({ readLinked }) => readLinked,
  }),
  row({
    name: 'quality event create',
    of: 'quality',
    connections: WRITES,
    requests: createEvents,
    floor: (_events, { target }) => ({ target, next: createEntities() }),
  }),
  row({
    name: 'transition',
    of: 'transition',
    connections: WRITES,
    requests:
      ({ events }) =>
      () => ({
        method: 'POST',
        path: `/v1/workflows/instances/${events.take()}/transition`,
        body: { to_state: 'submitted' },
      }),
    floor: ({ patched }, { target }) => ({ target, next: patches(patched) }),
  }),
  row({
    name: 'signed decision',
    of: 'signed decision',
    connections: SIGNINGS,
    requests({ approvals, signer, password }) {
      const body = {
        decision: 'approve',
        comment: 'The plan is sufficient',
        signature: { meaning: 'Approval', password },
      };
      return () => ({
        method: 'POST',
        path: `/v1/workflows/approvals/${approvals.take()}`,
        body,
        token: signer.token,
      });
    },
    floor: ({ checkPassword }) => checkPassword,
  }),
];
