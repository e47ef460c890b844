import { exampleId } from '@qsc/contracts';
import type { WorkflowMetrics } from './metric.ts';

export const workflowMetricsExample: WorkflowMetrics = {
  workflow_id: exampleId('workflow'),
  period: '30d',
  total_instances: 18,
  completed_instances: 11,
  average_completion_time_hours: 312.4,
  by_state: { registered: 2, qualification: 4, approval: 1, in_use: 0, retired: 11 },
  bottlenecks: [
    { state: 'qualification', average_time_hours: 201.5, instances_waiting: 4 },
    { state: 'approval', average_time_hours: 40.2, instances_waiting: 1 },
  ],
  sla_compliance: { on_time: 29, overdue: 3, compliance_rate: 90.6 },
  states: [
    {
      state: 'qualification',
      stays: 32,
      average_time_hours: 201.5,
      median_time_hours: 188.2,
      p90_time_hours: 310,
      instances_waiting: 4,
      on_time: 29,
      overdue: 3,
    },
  ],
};

export const instanceCountsExample = {
  running: [
    { workflow_id: exampleId('workflow'), workflow_version: 1, state: 'qualification', instances: 1 },
    { workflow_id: exampleId('workflow'), workflow_version: 2, state: 'qualification', instances: 3 },
  ],
};
