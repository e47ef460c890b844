import { type Change, type Collection, defineCollection, insert, remove } from '@qsc/service-kit';
import { z } from 'zod';
import { buildOrphanFilter, type RemoveOrphans } from '../orphan/orphan.store.ts';
import { type Conflict, type ConflictDecision, RESOLUTIONS } from './conflict.ts';

export const pendingDecisionDefinition = defineCollection({
  name: 'pending_decision',
  shape: z.object({
    /** The id of the conflict: one decision of it is carried out at a time. */
    _id: z.string(),
    org_id: z.string(),
    connection_id: z.string(),
    mapping_id: z.string(),
    resolution: z.enum(RESOLUTIONS),
    /** JSON. */
    value: z.string(),
    decided_by: z.string(),
    decided_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, connection_id: 1, mapping_id: 1 } }],
});

type StoredDecision = z.infer<typeof pendingDecisionDefinition.shape>;

/** A decision that is being carried out, or was when its process ended. */
export type PendingDecision = Pick<ConflictDecision, 'resolution'> & {
  conflict_id: string;
  /** Null where the resolution has none. */
  value: unknown;
  decided_by: string;
  version: number;
};

export type PendingDecisionStore = {
  find(conflict: Pick<Conflict, 'id' | 'org_id'>): Promise<PendingDecision | null>;
  /** The commit fails with `DuplicateKey` where another decision is pending. */
  insert(conflict: Conflict, decision: ConflictDecision, by: { actorId: string; now: Date }): Change;
  remove(held: PendingDecision): Change;
  removals: RemoveOrphans;
};

/** The store of the decisions that are being carried out, in MongoDB. */
export const makePendingDecisionStore = (rows: Collection<StoredDecision>): PendingDecisionStore => ({
  async find({ id, org_id }) {
    const stored = await rows.findOne({ _id: id, org_id });
    if (!stored) return null;
    const { resolution, value, decided_by, version } = stored;
    return { conflict_id: id, resolution, value: JSON.parse(value), decided_by, version };
  },
  insert: ({ id, org_id, connection_id, mapping_id }, { resolution, value }, { actorId, now }) =>
    insert(rows, {
      _id: id,
      org_id,
      connection_id,
      mapping_id,
      resolution,
      value: JSON.stringify(value ?? null),
      decided_by: actorId,
      decided_at: now,
      version: 1,
    }),
  remove: ({ conflict_id, version }) => remove(rows, conflict_id, version),
  removals: async (orphan, limit) =>
    (await rows.find(buildOrphanFilter(orphan), { limit })).map(({ _id, version }) => remove(rows, _id, version)),
});
