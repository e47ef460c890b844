import { CLASSIFICATIONS, METRIC_PERIODS, type MetricPeriod, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { z } from 'zod';
import { CATEGORY_LIMIT, GROUPINGS } from './metric.ts';

const Period = z.enum(Object.keys(METRIC_PERIODS) as MetricPeriod[]);

export const MetricQuery = z.strictObject({
  period: Period.default('30d').meta({
    description: 'How far back from now: the events that were created since then are counted; a year is 365 days.',
  }),
  group_by: z.enum(GROUPINGS).optional().meta({
    description: `\`category\` adds \`by_category\`; the groups by type and classification are always there.`,
  }),
});

const Count = z.number().int();

const Share = z
  .object({ total: Count, open: Count })
  .meta({ id: 'QualityEventShare', description: 'How many events, and how many of them are open.' });

/** The metrics as the API shows them. */
export const Metrics = z
  .object({
    period: Period,
    summary: z.object({
      total_events: Count,
      open_events: Count,
      closed_events: Count.meta({ description: 'Those that are closed or rejected.' }),
      overdue_events: Count.meta({
        description: 'Open ones whose due date is before today, in the organisation’s time zone.',
      }),
      average_closure_days: z
        .number()
        .nullable()
        .meta({ description: 'From creation to the end, to a tenth of a day; null where none has ended.' }),
    }),
    by_type: z.record(z.enum(QUALITY_EVENT_TYPES), Share),
    by_classification: z
      .record(z.enum(CLASSIFICATIONS), Count)
      .meta({ description: 'Events without a classification are in none of them.' }),
    // Not a record of zod: a category may have any name, and a record has no member of the name "__proto__".
    by_category: (z.unknown() as z.ZodType<Record<string, z.infer<typeof Share>>>).optional().meta({
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { total: { type: 'integer' }, open: { type: 'integer' } },
        required: ['total', 'open'],
      },
      description: `With \`group_by=category\`: the ${CATEGORY_LIMIT} most frequent categories. Events without one are in none of them.`,
    }),
    trends: z.object({
      events_by_week: z.array(z.object({ week: z.string().meta({ examples: ['2026-W07'] }), count: Count })).meta({
        description: 'Every ISO week (UTC) that the period touches, oldest first, also those without an event.',
      }),
    }),
  })
  .meta({ id: 'QualityEventMetrics', description: 'The quality events that were created in a period, counted.' });
