import { type AnyRoute, one, route } from '@qsc/service-kit';
import { metricExample } from './metric.examples.ts';
import type { ReadMetrics } from './metric.query.ts';
import { MetricQuery, Metrics } from './metric.schemas.ts';

/** The metrics of quality events (specification, "Quality events"). They come before the routes with an id. */
export const metricRoutes = (readMetrics: ReadMetrics): AnyRoute[] => [
  route({
    id: 'getQualityEventMetrics',
    tag: 'Quality events',
    method: 'get',
    path: '/quality-events/metrics',
    summary: 'Count quality events',
    description:
      'How many events were created in the period, their current status, and how many there were each week. Rejected events count as closed.',
    scope: 'quality-events:read',
    query: MetricQuery,
    answer: one(Metrics),
    example: { answer: metricExample },
    handle: ({ query, call }) => readMetrics(call.actor.org_id, query),
  }),
];
