import { type AnyRoute, Instant, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import { Entry, entryExample } from '../entry/entry.schemas.ts';
import type { ReadDueReview } from './due-review.query.ts';
import { RISKS } from './entry-risk.ts';

const DueReview = z
  .object({
    interval_days: z.number().int().meta({ description: 'The `audit_review_interval_days` of the organisation.' }),
    is_due: z.boolean(),
    due_at: Instant.nullable().meta({ description: 'When the period ends; null while the log has no entry.' }),
    period: z.object({ from: Instant, to: Instant }).nullable().meta({
      description: 'What to review next: from the first moment that no review of the log covers.',
    }),
    entries: z
      .object({
        total: z.number().int(),
        is_minimum: z.boolean().meta({ description: 'There are more than were counted.' }),
        reviewed: z.number().int().meta({ description: 'Entries that reviews of the trails of records name.' }),
        unreviewed: z.number().int().nullable().meta({ description: 'Null where there are more than were counted.' }),
      })
      .meta({ description: 'Those of the period, once it is due.' }),
    random_sample: z
      .array(Entry)
      .meta({ description: 'Up to 25 entries of the period; the same ones at every request.' }),
    targeted_sample: z.array(Entry.extend({ risks: z.array(z.enum(RISKS)) })).meta({
      description: 'Up to 25 of the newest 1,000 entries of the period, those with the most serious risks first.',
    }),
  })
  .meta({ id: 'DueAuditReview', description: 'The periodic review of the audit log that comes next.' });

/** The periodic review of the log (EU GMP Annex 11, clause 9). */
export const dueReviewRoutes = (readDueReview: ReadDueReview): AnyRoute[] => [
  route({
    id: 'getDueAuditReview',
    tag: 'Audit logs',
    method: 'get',
    path: '/audit-logs/reviews/due',
    summary: 'Read which periodic review is due',
    description:
      'The next period of the audit log to review by the interval of the organisation, with a random sample and one by risk once it is due. It is done when a review of the log (`POST /v1/audit-logs/reviews` without `entity_id`) covers the period.',
    scope: 'audit-logs:read',
    answer: one(DueReview),
    example: {
      answer: {
        interval_days: 90,
        is_due: true,
        due_at: '2026-06-01T00:00:00.000Z',
        period: { from: '2026-03-03T00:00:00.000Z', to: '2026-05-31T23:59:59.999Z' },
        entries: { total: 1, is_minimum: false, reviewed: 0, unreviewed: 1 },
        random_sample: [entryExample],
        targeted_sample: [{ ...entryExample, risks: ['critical_field' as const] }],
      },
    },
    handle: ({ call }) => readDueReview(call),
  }),
];
