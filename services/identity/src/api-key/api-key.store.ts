import { SCOPES } from '@qsc/contracts';
import {
  anyOf,
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  replace,
  trusted,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import { z } from 'zod';
import type { ApiKeyListQuery } from './api-key.schemas.ts';
import { type ApiKey, ENVIRONMENTS, type KeyStatus } from './api-key.ts';

export const apiKeyDefinition = defineCollection({
  name: 'api_key',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    acts_in: z.string(),
    name: z.string(),
    environment: z.enum(ENVIRONMENTS),
    scopes: z.array(z.enum(SCOPES)),
    user_id: z.string(),
    lookup: z.string(),
    secret_hash: z.string(),
    expires_at: z.date(),
    revoked_at: z.date().nullable(),
    created_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { lookup: 1 }, unique: true },
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { user_id: 1 } },
  ],
});

type StoredApiKey = z.infer<typeof apiKeyDefinition.shape>;

export type ApiKeyStore = {
  /** The key of the organisation. Throws `not_found`. */
  get(orgId: string, id: string): Promise<ApiKey>;
  /** The key of any organisation, by the part of its value that is no secret. */
  findByLookup(lookup: string): Promise<ApiKey | null>;
  /** The keys that work at an instant and no more at a later one, soonest first. */
  findExpiring(orgId: string, now: Date, until: Date): Promise<ApiKey[]>;
  /** The keys that act for a user and are not revoked, in the organisation and its sandbox. */
  findOfUser(userId: string): Promise<ApiKey[]>;
  list(orgId: string, query: ApiKeyListQuery, now: Date): Promise<PageOf<ApiKey>>;
  insert(key: ApiKey): Change;
  /** The write of a key that was read at the version before this one. */
  update(key: ApiKey): Change;
};

const toApiKey = ({ _id, ...stored }: StoredApiKey): ApiKey => ({ id: _id, ...stored });

const toStored = ({ id, ...key }: ApiKey): StoredApiKey => ({ _id: id, ...key });

const statusFilter = (status: KeyStatus, now: Date): QueryFilter<StoredApiKey> => {
  if (status === 'revoked') return { revoked_at: trusted({ $ne: null }) };
  return { revoked_at: null, expires_at: trusted(status === 'active' ? { $gt: now } : { $lte: now }) };
};

/** The store of API keys in MongoDB. */
export const makeApiKeyStore = (keys: Collection<StoredApiKey>): ApiKeyStore => ({
  async get(orgId, id) {
    const stored = await keys.findOne({ org_id: orgId, _id: id });
    if (!stored) throw notFound('API key', id);
    return toApiKey(stored);
  },
  async findByLookup(lookup) {
    const stored = (await keys.model.findOne({ lookup }).lean().exec()) as StoredApiKey | null;
    return stored ? toApiKey(stored) : null;
  },
  async findExpiring(orgId, now, until) {
    const filter = { org_id: orgId, revoked_at: null, expires_at: trusted({ $gt: now, $lte: until }) };
    return (await keys.find(filter, { sort: { expires_at: 1, _id: 1 } })).map(toApiKey);
  },
  async findOfUser(user_id) {
    const found = await keys.model.find({ user_id, revoked_at: null }).lean().exec();
    return found.map((stored) => toApiKey(stored as StoredApiKey));
  },
  async list(orgId, query, now) {
    const filter: QueryFilter<StoredApiKey> = {
      org_id: orgId,
      ...(query.environment ? { environment: anyOf(query.environment) } : {}),
      ...(query.user_id ? { user_id: anyOf(query.user_id) } : {}),
      ...(query.status ? { $or: query.status.map((status) => statusFilter(status, now)) } : {}),
    };
    return listPage(keys, { filter, query, show: toApiKey });
  },
  insert: (key) => insert(keys, toStored(key)),
  update: (key) => replace(keys, toStored(key), key.version - 1),
});
