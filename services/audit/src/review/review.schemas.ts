import { exampleId, visibleText } from '@qsc/contracts';
import { Instant, LastMoment, listParameter, listQuery, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { isInOrder, notInOrder } from '../entry/entry.schemas.ts';
import { CONCLUSIONS } from './review.ts';

const MOST_ENTRIES = 1_000;

const Id = z.string().min(1).max(128);

const distinct = (values: readonly string[]): boolean => new Set(values).size === values.length;

const namesEntries = ({ entity_id, entry_ids }: { entity_id: string | null; entry_ids: string[] }): boolean =>
  entity_id === null || entry_ids.length > 0;

const needsNotes = ({ conclusion, notes }: { conclusion: string; notes: string | null }): boolean =>
  conclusion === 'no_findings' || notes !== null;

/** What a reviewer sends (decisions §4, "Audit log"). */
export const NewReview = z
  .strictObject({
    from: Moment.meta({ description: 'The first instant of the period that was reviewed.' }),
    to: LastMoment.meta({ description: 'Its last instant, or the end of this day (UTC).' }),
    conclusion: z.enum(CONCLUSIONS).meta({ description: 'Whether something was found.' }),
    notes: visibleText(10_000)
      .nullable()
      .default(null)
      .meta({ description: 'What was looked at and found; needed with `findings`.' }),
    entry_ids: z.array(Id).max(MOST_ENTRIES).refine(distinct, 'An entry stands once').default([]).meta({
      description:
        'The entries that the findings are about; with `entity_id` the entries of the record that the caller has seen.',
    }),
    entity_id: Id.nullable()
      .default(null)
      .meta({ description: 'The record whose trail was reviewed; without it, the log was.' }),
  })
  .refine(isInOrder, notInOrder)
  .refine(namesEntries, { path: ['entry_ids'], message: 'A review of a record names the entries that were seen' })
  .refine(needsNotes, { path: ['notes'], message: 'Findings need notes' })
  .meta({ id: 'NewAuditReview' });

export type NewReview = z.output<typeof NewReview>;

export const Review = z
  .object({
    id: z.string(),
    from: Instant,
    to: Instant,
    conclusion: z.enum(CONCLUSIONS),
    notes: z.string().nullable(),
    entity_id: z.string().nullable().meta({ description: 'The record whose trail was reviewed.' }),
    entry_ids: z.array(z.string()),
    last_sequence: z.number().int().meta({ description: 'The last entry of the log when the review was made.' }),
    reviewed_by: z.object({ id: z.string(), name: z.string() }),
    created_at: Instant,
  })
  .meta({
    id: 'AuditReview',
    description: 'That the audit log of a period was reviewed, by whom, and what was found.',
  });

/** The query of the list of reviews. */
export const ReviewQuery = z
  .strictObject({
    conclusion: listParameter(z.enum(CONCLUSIONS))
      .optional()
      .meta({ description: `One or several by comma: ${CONCLUSIONS.join(', ')}.` }),
    entity_id: Id.optional().meta({ description: 'Reviews of the trail of this record.' }),
    from: Moment.optional().meta({ description: 'Reviews whose period ends at this instant or later.' }),
    to: LastMoment.optional().meta({
      description: 'Reviews whose period begins at this instant, or on this day, or earlier.',
    }),
    ...listQuery(['created_at']),
  })
  .refine(isInOrder, notInOrder);

export type ReviewQuery = z.output<typeof ReviewQuery>;

export const ReviewId = z.object({
  review_id: Id.meta({ description: 'The id of the review.', examples: [exampleId('review')] }),
});

export const newReviewExample = {
  from: '2026-03-01T00:00:00Z',
  to: '2026-03-31T23:59:59.999Z',
  conclusion: 'no_findings' as const,
  notes: 'Monthly review: failed logins, changes of roles, all signatures.',
};

export const reviewExample = {
  ...newReviewExample,
  id: exampleId('review'),
  from: '2026-03-01T00:00:00.000Z',
  entity_id: null,
  entry_ids: [] as string[],
  last_sequence: 4_711,
  reviewed_by: { id: exampleId('user'), name: 'Marta Rossi' },
  created_at: '2026-04-02T08:15:00.000Z',
};
