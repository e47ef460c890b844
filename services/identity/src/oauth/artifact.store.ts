import { createHash } from 'node:crypto';
import { type Collection, defineCollection, trusted } from '@qsc/service-kit';
import { z } from 'zod';

/**
 * What oidc-provider keeps: codes, refresh tokens, grants, interactions. The id is hashed, since for codes and refresh
 * tokens it is the value itself; the payload is JSON without it.
 */
export const artifactDefinition = defineCollection({
  name: 'oauth_artifact',
  shape: z.object({
    _id: z.string(),
    kind: z.string(),
    grant_id: z.string().nullable(),
    payload: z.string(),
    consumed_at: z.number().int().nullable(),
    expires_at: z.date().nullable(),
  }),
  indexes: [{ keys: { grant_id: 1, kind: 1 } }, { keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
  shared: true,
});

type Artifact = z.infer<typeof artifactDefinition.shape>;

export type Payload = Record<string, unknown> & { grantId?: string | undefined; jti?: string | undefined };

export type ArtifactStore = {
  upsert(kind: string, id: string, payload: Payload, seconds: number | undefined): Promise<void>;
  find(kind: string, id: string): Promise<Payload | undefined>;
  /** Marks a code or refresh token as used; false when it was already, a refresh token more than ten seconds ago. Of two codes at once one gets it. */
  consume(kind: string, id: string): Promise<boolean>;
  destroy(kind: string, id: string): Promise<void>;
  /** The grant that a code or refresh token was issued for. */
  findGrant(kind: string, id: string): Promise<string | null>;
  destroyByGrant(kind: string, grantId: string): Promise<void>;
};

const toId = (kind: string, id: string): string => `${kind}/${createHash('sha256').update(id).digest('base64url')}`;

/** A refresh token that comes again so soon is no reuse: two tabs of a browser refresh at once. */
const GRACE_SECONDS = 10;

/** The second since which a use is no hindrance to another one. */
const graceSince = (kind: string): number =>
  kind === 'RefreshToken' ? secondsNow() - GRACE_SECONDS : Number.POSITIVE_INFINITY;

const secondsNow = (): number => Math.floor(Date.now() / 1_000);

/** The store of oidc-provider's artifacts in MongoDB. */
export const makeArtifactStore = (artifacts: Collection<Artifact>): ArtifactStore => ({
  async upsert(kind, id, { jti: _jti, ...payload }, seconds) {
    const fields = {
      kind,
      grant_id: payload.grantId ?? null,
      payload: JSON.stringify(payload),
      expires_at: seconds === undefined ? null : new Date(Date.now() + seconds * 1_000),
    };
    await artifacts.model.updateOne(
      { _id: toId(kind, id) },
      { $set: fields, $setOnInsert: { consumed_at: null } },
      { upsert: true },
    );
  },
  async find(kind, id) {
    const stored = await artifacts.findOne({ _id: toId(kind, id) });
    if (!stored) return undefined;
    const { consumed_at } = stored;
    const consumed = consumed_at === null || consumed_at >= graceSince(kind) ? {} : { consumed: consumed_at };
    return { ...(JSON.parse(stored.payload) as Payload), jti: id, ...consumed };
  },
  async consume(kind, id) {
    const used = await artifacts.model.updateOne(
      { _id: toId(kind, id), $or: [{ consumed_at: null }, { consumed_at: trusted({ $gte: graceSince(kind) }) }] },
      [{ $set: { consumed_at: { $ifNull: ['$consumed_at', secondsNow()] } } }],
      { updatePipeline: true },
    );
    return used.matchedCount === 1;
  },
  async destroy(kind, id) {
    await artifacts.model.deleteOne({ _id: toId(kind, id) });
  },
  async findGrant(kind, id) {
    return (await artifacts.findOne({ _id: toId(kind, id) }))?.grant_id ?? null;
  },
  async destroyByGrant(kind, grantId) {
    await artifacts.model.deleteMany({ grant_id: grantId, kind: trusted({ $eq: kind }) });
  },
});
