import { type Change, type Collection, defineCollection, insert } from '@qsc/service-kit';
import { z } from 'zod';

const ABORTED_SECONDS = 86_400;

/**
 * Whether the act of a reservation was committed. Each commit under a reservation inserts its outcome, and so does the end of one
 * without a commit: the unique key lets one of the two through.
 */
export const outcomeDefinition = defineCollection({
  name: 'transition_outcome',
  shape: z.object({
    /** The organisation and the transition. */
    _id: z.string(),
    org_id: z.string(),
    outcome: z.enum(['committed', 'aborted']),
    settled_at: z.date(),
  }),
  // The commit that an aborted outcome refuses comes within minutes. A committed one stays: its record may ask at any time.
  indexes: [{ keys: { settled_at: 1 }, expireAfterSeconds: ABORTED_SECONDS, partial: { outcome: 'aborted' } }],
});

export type StoredOutcome = z.infer<typeof outcomeDefinition.shape>;

export type OutcomeStore = {
  /** Null while it is not settled. */
  find(orgId: string, transitionId: string): Promise<StoredOutcome['outcome'] | null>;
  insert(orgId: string, transitionId: string, outcome: StoredOutcome['outcome'], at: Date): Change;
};

/** The outcomes in MongoDB. */
export const makeOutcomeStore = (rows: Collection<StoredOutcome>): OutcomeStore => ({
  find: async (org_id, id) => (await rows.findOne({ org_id, _id: `${org_id}/${id}` }))?.outcome ?? null,
  insert: (org_id, id, outcome, settled_at) => insert(rows, { _id: `${org_id}/${id}`, org_id, outcome, settled_at }),
});
