import { type AnyRoute, one, route } from '@qsc/service-kit';
import { WorkflowId } from '../definition/definition.schemas.ts';
import { workflowMetricsExample } from './metric.examples.ts';
import { WorkflowMetricQuery, WorkflowMetrics } from './metric.schemas.ts';
import type { ReadWorkflowMetrics } from './metric.service.ts';

/** The metrics of a workflow (specification, "Workflows"). */
export const metricRoutes = (readMetrics: ReadWorkflowMetrics): AnyRoute[] => [
  route({
    id: 'getWorkflowMetrics',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/:workflow_id/metrics',
    summary: 'Read the metrics of a workflow',
    description:
      'The number of records, their duration, where they wait and whether the states were left in time, over all versions of the workflow.',
    scope: 'workflows:read',
    params: WorkflowId,
    query: WorkflowMetricQuery,
    answer: one(WorkflowMetrics),
    example: { answer: workflowMetricsExample },
    handle: ({ params, query, call }) => readMetrics(params.workflow_id, query.period, call),
  }),
];
