import type { Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { hasCode } from '../session/api-error.ts';
import { client } from '../session/client.ts';

export type TrailItem = Schemas['AuditTrailItem'];
export type Review = Schemas['AuditReview'];

/** How many entries are shown and reviewed at once. */
const PER_PAGE = 100;

/** The entries that are shown, and how many there are. */
export type Unreviewed = { items: readonly TrailItem[]; total: number };

/** What the user has not reviewed of a record's trail, the most serious risks first. */
export const unreviewedQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId, 'unreviewed'],
    queryFn: async ({ signal }): Promise<Unreviewed> => {
      try {
        const call = client.auditLogs.getTrail(recordId, { unreviewed: true, per_page: PER_PAGE }, { signal });
        const { data, body } = await call.withResponse();
        return { items: data.history, total: (body as { meta: Schemas['PageMeta'] }).meta.total };
      } catch (error) {
        // The first entry of a new record may still be on its way.
        if (hasCode(error, 'not_found')) return { items: [], total: 0 };
        throw error;
      }
    },
  });

/** The newest reviews of a record's trail, by anybody. */
export const reviewsQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId, 'reviews'],
    queryFn: async () => (await client.auditLogs.listReviews({ entity_id: recordId, per_page: 20 }).page(1)).data,
  });

export type Finding = { conclusion: Review['conclusion']; notes: string };

/** Records that the user has reviewed these entries of a record's trail. */
export const recordReview = (
  recordId: string,
  items: readonly TrailItem[],
  { conclusion, notes }: Finding,
): Promise<Review> => {
  const times = items.map(({ timestamp }) => timestamp).sort();
  const [from = '', to = from] = [times[0], times.at(-1)];
  return client.auditLogs.createReview({
    from,
    to,
    conclusion,
    notes: notes.trim() || null,
    entity_id: recordId,
    entry_ids: items.map(({ id }) => id),
  });
};

/** Whether an item is more than a look at the record. */
export const isAct = ({ action }: TrailItem): boolean => action !== 'read';
