import {
  anyOf,
  type Call,
  listPage,
  notFound,
  type PageOf,
  trusted,
  type UnitOfWork,
  validationFailed,
} from '@qsc/service-kit';
import type { EntryCollection } from '../entry/entry.store.ts';
import type { ReviewQuery } from './review.schemas.ts';
import { insertReview, type ReviewCollection, toReview } from './review.store.ts';
import { makeReview, type NewReview, type Review } from './review.ts';

export type ReviewService = {
  /** Stores a review permanently. Throws `validation_failed` for entries that the organisation's log does not have. */
  create(input: NewReview, call: Call): Promise<Review>;
  list(orgId: string, query: ReviewQuery): Promise<PageOf<Review>>;
  /** Throws `not_found` for an unknown one and another organisation's. */
  get(orgId: string, id: string): Promise<Review>;
};

type Parts = { reviews: ReviewCollection; entries: EntryCollection; unitOfWork: Pick<UnitOfWork, 'decide'> };

type Filter = { org_id: string } & Record<string, unknown>;

const HEAVY = ['changes', 'metadata'];

/** The filter of a query, as the database takes it: the period of a review and that of the query overlap. */
export const buildFilter = (orgId: string, { conclusion, entity_id, from, to }: Partial<ReviewQuery>): Filter => ({
  org_id: orgId,
  ...(entity_id ? { entity_id } : {}),
  ...(conclusion ? { conclusion: anyOf(conclusion) } : {}),
  ...(to ? { from: trusted({ $lte: to }) } : {}),
  ...(from ? { to: trusted({ $gte: from }) } : {}),
});

/** The use cases of reviews (decisions §4, "Audit log"). */
export const makeReviewService = ({ reviews, entries, unitOfWork }: Parts): ReviewService => {
  const requireEntries = async (orgId: string, { entity_id, entry_ids: ids }: NewReview): Promise<void> => {
    if (ids.length === 0) return;
    const filter = { org_id: orgId, _id: trusted({ $in: ids }), ...(entity_id === null ? {} : { entity_id }) };
    const found = await entries.find(filter, { without: HEAVY });
    const known = new Set(found.map(({ _id }) => _id));
    const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [{ id, index }]));
    if (unknown.length === 0) return;
    throw validationFailed(
      unknown.map(({ id, index }) => ({
        field: `entry_ids.${index}`,
        code: 'unknown',
        message: `There is no entry with the id "${id}" in ${entity_id === null ? "this organisation's log" : 'the trail of this record'}.`,
      })),
    );
  };

  const readLastSequence = async (orgId: string): Promise<number> => {
    const [last] = await entries.find({ org_id: orgId }, { sort: { sequence: -1 }, limit: 1, without: HEAVY });
    return last?.sequence ?? 0;
  };

  return {
    create: (input, call) =>
      unitOfWork.decide(call, {}, async () => {
        await requireEntries(call.actor.org_id, input);
        const { review, event } = makeReview(input, await readLastSequence(call.actor.org_id), call);
        return { changes: [insertReview(reviews, review)], events: [event], answer: review };
      }),

    list: (orgId, query) => listPage(reviews, { filter: buildFilter(orgId, query), query, show: toReview }),

    async get(orgId, id) {
      const found = await reviews.findOne({ org_id: orgId, _id: id });
      if (!found) throw notFound('review', id);
      return toReview(found);
    },
  };
};
