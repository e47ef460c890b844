import { METRIC_PERIODS, type MetricPeriod } from '@qsc/contracts';
import { listParameter } from '@qsc/service-kit';
import { z } from 'zod';

const Period = z.enum(Object.keys(METRIC_PERIODS) as MetricPeriod[]);

export const WorkflowMetricQuery = z.strictObject({
  period: Period.default('30d').meta({ description: 'How far back from now; a year is 365 days.' }),
});

const Count = z.number().int();

/** The metrics as the API shows them. */
export const WorkflowMetrics = z
  .object({
    workflow_id: z.string(),
    period: Period,
    total_instances: Count.meta({ description: 'Instances that started in the period.' }),
    completed_instances: Count.meta({ description: 'Those of them that reached a final state.' }),
    average_completion_time_hours: z
      .number()
      .nullable()
      .meta({ description: 'From their start to their end, to a tenth of an hour; null where none is completed.' }),
    by_state: z
      .record(z.string(), Count)
      .meta({ description: 'Instances that started in the period, by their current state.' }),
    bottlenecks: z
      .array(z.object({ state: z.string(), average_time_hours: z.number().nullable(), instances_waiting: Count }))
      .meta({
        description:
          'The five states in which records stay longest: the average of the stays that ended in the period, and the number of instances in it now, whenever they started.',
      }),
    sla_compliance: z.object({ on_time: Count, overdue: Count, compliance_rate: z.number().nullable() }).meta({
      description:
        'Of states with `sla_hours`: stays that ended in the period within their hours, and those that ended later or are overdue now; the rate is a percentage to a tenth, null where there is neither.',
    }),
    states: z
      .array(
        z.object({
          state: z.string(),
          stays: Count.meta({ description: 'Stays that ended in the period.' }),
          average_time_hours: z.number().nullable(),
          median_time_hours: z
            .number()
            .nullable()
            .meta({ description: 'Half of the stays took no longer; to a tenth of an hour, null without a stay.' }),
          p90_time_hours: z.number().nullable().meta({ description: 'Nine of ten stays took no longer.' }),
          instances_waiting: Count.meta({ description: 'Instances that are in the state now.' }),
          on_time: Count.meta({ description: 'Stays that ended within `sla_hours`.' }),
          overdue: Count.meta({ description: 'Stays that ended later, and instances that are overdue now.' }),
        }),
      )
      .meta({
        description:
          'How long records stay in each state that is not final: those of the current version in their order, then those that former versions had.',
      }),
  })
  .meta({ id: 'WorkflowMetrics', description: 'The metrics of a workflow.' });

export const InstanceCountQuery = z.strictObject({
  workflow_id: listParameter(z.string().max(64))
    .optional()
    .meta({ description: 'Only instances of these workflows, separated by commas.' }),
});

/** How many instances are under way. */
export const WorkflowInstanceCounts = z
  .object({
    running: z.array(
      z.object({ workflow_id: z.string(), workflow_version: Count, state: z.string(), instances: Count }),
    ),
  })
  .meta({ id: 'WorkflowInstanceCounts', description: 'Instances that are under way, by workflow, version and state.' });
