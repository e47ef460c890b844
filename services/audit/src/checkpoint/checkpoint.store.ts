import { newId } from '@qsc/contracts';
import {
  type Change,
  type Collection,
  countSkipped,
  defineCollection,
  insert,
  type PageOf,
  pageMeta,
  toDirection,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { CheckpointClaims } from '../chain/checkpoint.ts';

/** Signed checkpoints. Rows are inserted and never changed; the signature in each is the evidence. */
export const checkpointDefinition = defineCollection({
  name: 'audit_checkpoint',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    sequence: z.number().int(),
    hash: z.string(),
    entries: z.number().int(),
    at: z.date(),
    jws: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, sequence: -1 }, unique: true }],
});

export type StoredCheckpoint = z.infer<typeof checkpointDefinition.shape>;

/** A checkpoint as it is shown. */
export type ShownCheckpoint = Omit<StoredCheckpoint, '_id' | 'org_id'> & { id: string };

export type CheckpointStore = {
  insert(claims: CheckpointClaims, jws: string): Change;
  /** The newest one of each organisation that has any. */
  newestFor(orgIds: readonly string[]): Promise<Map<string, Pick<StoredCheckpoint, 'sequence' | 'at'>>>;
  /** The organisations that have any. */
  organizations(): Promise<string[]>;
  /** The newest signed texts of an organisation, newest first. */
  readNewest(orgId: string, count: number): Promise<string[]>;
  list(orgId: string, query: { page: number; per_page: number; sort: string }): Promise<PageOf<ShownCheckpoint>>;
};

type Newest = { _id: string; sequence: number; at: Date };

/** The store of checkpoints in MongoDB. */
export const makeCheckpointStore = (rows: Collection<StoredCheckpoint>): CheckpointStore => ({
  insert: ({ at, ...claims }, jws) => insert(rows, { _id: newId('checkpoint'), ...claims, at: new Date(at), jws }),
  async newestFor(orgIds) {
    const newest = await rows.model.collection
      .aggregate<Newest>([
        { $match: { org_id: { $in: [...orgIds] } } },
        { $sort: { org_id: 1, sequence: -1 } },
        { $group: { _id: '$org_id', sequence: { $first: '$sequence' }, at: { $first: '$at' } } },
      ])
      .toArray();
    return new Map(newest.map(({ _id, ...row }) => [_id, row]));
  },
  async organizations() {
    const found = rows.model.collection.aggregate<{ _id: string }>([
      { $sort: { org_id: 1, sequence: -1 } },
      { $group: { _id: '$org_id' } },
    ]);
    return (await found.toArray()).map(({ _id }) => _id);
  },
  async readNewest(orgId, count) {
    const newest = await rows.find({ org_id: orgId }, { sort: { sequence: -1 }, limit: count });
    return newest.map(({ jws }) => jws);
  },
  async list(orgId, query) {
    const filter = { org_id: orgId };
    const page = { sort: { sequence: toDirection(query.sort) }, skip: countSkipped(query), limit: query.per_page };
    const [found, total] = await Promise.all([rows.find(filter, page), rows.count(filter)]);
    return {
      data: found.map(({ _id, org_id: _org, ...row }) => ({ id: _id, ...row })),
      meta: pageMeta(total, query),
    };
  },
});
