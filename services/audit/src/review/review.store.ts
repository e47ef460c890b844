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
    entity_id: z.string().nullable(),
    entry_ids: z.array(z.string()),
    last_sequence: z.number().int(),
    reviewed_by: z.object({ id: z.string(), name: z.string() }),
    created_at: z.date(),
  }),
  // The filter fields follow the order, so that reviews that do not match are skipped in the index.
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1, conclusion: 1, from: 1, to: 1 } },
    { keys: { org_id: 1, entity_id: 1, created_at: -1, _id: -1 } },
  ],
});

export type StoredReview = z.infer<typeof reviewDefinition.shape>;

export type ReviewCollection = Collection<StoredReview>;

/** The review of a stored document. */
export const toReview = ({ _id, ...stored }: StoredReview): Review => ({ id: _id, ...stored });

/** The entries of a record that the user has reviewed. */
export type FindReviewed = (orgId: string, by: { recordId: string; userId: string }) => Promise<string[]>;

/** Reads which entries of a record a user has reviewed. */
export const makeFindReviewed =
  (reviews: ReviewCollection): FindReviewed =>
  async (org_id, { recordId, userId }) => {
    const found = await reviews.find({ org_id, entity_id: recordId, 'reviewed_by.id': userId });
    return [...new Set(found.flatMap(({ entry_ids }) => entry_ids))];
  };

/** The write that adds a review. */
export const insertReview = (reviews: ReviewCollection, { id, ...review }: Review): Change =>
  insert(reviews, { _id: id, ...review });
