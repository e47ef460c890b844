import { type AnyRoute, one, route } from '@qsc/service-kit';
import { WorkflowId } from '../definition/definition.schemas.ts';
import { instanceCountsExample, workflowMetricsExample } from './metric.examples.ts';
import type { CountRunning } from './metric.query.ts';
import { InstanceCountQuery, WorkflowInstanceCounts, WorkflowMetricQuery, WorkflowMetrics } from './metric.schemas.ts';
import type { ReadWorkflowMetrics } from './metric.service.ts';

type Parts = { readMetrics: ReadWorkflowMetrics; countRunning: CountRunning };

/** The metrics of a workflow (specification, "Workflows"), and the counts of running instances. */
export const metricRoutes = ({ readMetrics, countRunning }: Parts): AnyRoute[] => [
  route({
    id: 'countWorkflowInstances',
    tag: 'Workflows',
    method: 'get',
    path: '/workflows/instance-counts',
    summary: 'Count the running instances',
    description:
      'How many records are under way in each state of each version. They stay on the version with which they started.',
    scope: 'workflows:read',
    query: InstanceCountQuery,
    answer: one(WorkflowInstanceCounts),
    example: { answer: instanceCountsExample },
    handle: async ({ query, call }) => ({ running: await countRunning(call.actor.org_id, query.workflow_id) }),
  }),
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
