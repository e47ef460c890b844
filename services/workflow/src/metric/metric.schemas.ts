import { METRIC_PERIODS, type MetricPeriod } from '@qsc/contracts';
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
  })
  .meta({ id: 'WorkflowMetrics', description: 'The metrics of a workflow.' });
