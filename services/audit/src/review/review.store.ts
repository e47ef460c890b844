import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';
import { CONCLUSIONS, type Review } from './review.ts';

/** Reviews of the log. They are only ever added. */
export const reviewDefinition = defineCollection({
  name: 'audit_review',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    from: z.date(),
    to: z.date(),
    conclusion: z.enum(CONCLUSIONS),
    notes: z.string().nullable(),
    entry_ids: z.array(z.string()),
    last_sequence: z.number().int(),
    reviewed_by: z.object({ id: z.string(), name: z.string() }),
    created_at: z.date(),
  }),
  // The filter fields follow the order, so that reviews that do not match are skipped in the index.
  indexes: [{ keys: { org_id: 1, created_at: -1, _id: -1, conclusion: 1, from: 1, to: 1 } }],
});

export type StoredReview = z.infer<typeof reviewDefinition.shape>;

export type ReviewCollection = Collection<StoredReview>;

/** The review of a stored document. */
export const toReview = ({ _id, ...stored }: StoredReview): Review => ({ id: _id, ...stored });

/** The write that adds a review. */
export const insertReview = (reviews: ReviewCollection, { id, ...review }: Review): Change =>
  insert(reviews, { _id: id, ...review });
