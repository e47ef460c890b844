import {
  AppError,
  type Call,
  type Clock,
  invalidField,
  type PageOf,
  type RecordRead,
  requireMatch,
} from '@qsc/service-kit';
import { requireGrantable } from '../granted-scopes.ts';
import type { Announce } from '../notice/announce.ts';
import { makeRevocation } from '../notice/notice.ts';
import type { OrganizationStore } from '../organization/organization.store.ts';
import type { AccessTokens } from '../token/access-token.ts';
import { LIFETIME, toSeconds } from '../token/lifetime.ts';
import type { UserStore } from '../user/user.store.ts';
import type { ApiKeyListQuery, CreateApiKey } from './api-key.schemas.ts';
import type { ApiKeyStore } from './api-key.store.ts';
import {
  type ApiKey,
  createApiKey,
  type Environment,
  findLookup,
  getStatus,
  type KeyStatus,
  matchesValue,
  revokeApiKey,
  scopesNow,
  toPrefix,
} from './api-key.ts';

/** A key without what checks its value. */
export type ShownKey = Omit<ApiKey, 'secret_hash'> & { prefix: string; status: KeyStatus };

export type ExchangedKey = { token: string; expiresAt: number; orgId: string; keyId: string; userId: string };

export type ApiKeyService = {
  /** A key that acts for the calling user. Throws `forbidden` for an application or a scope that the caller does not have. */
  create(input: CreateApiKey, call: Call): Promise<ShownKey & { key: string }>;
  /** A key that acts for a user of the caller's organisation, made by an operator. */
  createFor(userId: string, input: CreateApiKey, call: Call): Promise<ShownKey & { key: string }>;
  read(id: string, call: Call): Promise<ShownKey>;
  list(query: ApiKeyListQuery, call: Call): Promise<PageOf<ShownKey>>;
  /** Refuses the key from the next request on. A key that is revoked already stays so. */
  revoke(id: string, call: Call): Promise<void>;
  /** A short token for the value of a key. Throws `unauthorized` when it is unknown, revoked or expired, or its user inactive. */
  exchange(value: string): Promise<ExchangedKey>;
};

type Parts = {
  store: ApiKeyStore;
  users: Pick<UserStore, 'findById'>;
  organizations: Pick<OrganizationStore, 'get'>;
  tokens: Pick<AccessTokens, 'issue'>;
  announce: Announce;
  recordRead: RecordRead;
  clock: Clock;
};

const refused = (): AppError =>
  new AppError('unauthorized', 'The API key is not valid. Use another one.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });

const NOBODY = { secret_hash: '00'.repeat(32) };

export const makeApiKeyService = (parts: Parts): ApiKeyService => {
  const { store, users, organizations, tokens, announce, recordRead, clock } = parts;

  const show = (key: ApiKey, now: Date): ShownKey => {
    const { secret_hash: _hash, ...shown } = key;
    return { ...shown, prefix: toPrefix(key), status: getStatus(key, now) };
  };

  /** Where the key acts. A sandbox makes test keys of its own only: nothing leads out of it. */
  const chooseEnvironment = async (
    orgId: string,
    requested: Environment | undefined,
  ): Promise<{ environment: Environment; actsIn: string }> => {
    const { sandbox, sandbox_id } = await organizations.get(orgId);
    const environment = requested ?? (sandbox ? 'test' : 'live');
    if (sandbox && environment === 'live')
      throw invalidField('environment', 'not_allowed', 'A sandbox has test keys only.');
    return { environment, actsIn: environment === 'test' ? (sandbox_id ?? orgId) : orgId };
  };

  const createFor = async (userId: string, input: CreateApiKey, call: Call) => {
    const { environment, actsIn } = await chooseEnvironment(call.actor.org_id, input.environment);
    const requested = { name: input.name, scopes: input.scopes, environment, expires_at: input.expires_at ?? null };
    const { key, value, event } = createApiKey(requested, { userId, actsIn }, call);
    return announce(call, {}, async () => ({
      changes: [store.insert(key)],
      events: [event],
      notices: [],
      answer: { ...show(key, call.now), key: value },
    }));
  };

  return {
    createFor,

    async create(input, call) {
      if (call.actor.kind !== 'user')
        throw new AppError('forbidden', 'An API key acts for a user; an application cannot make one.', {
          details: { reason: 'user_required' },
        });
      requireGrantable(call.actor, input.scopes);
      return createFor(call.actor.id, input, call);
    },

    async read(id, call) {
      const key = await store.get(call.actor.org_id, id);
      await recordRead({ type: 'api_key', ...key }, call);
      return show(key, call.now);
    },

    async list(query, call) {
      const { data, meta } = await store.list(call.actor.org_id, query, call.now);
      return { data: data.map((key) => show(key, call.now)), meta };
    },

    revoke: (id, call) =>
      announce(call, { records: [id] }, async () => {
        const before = await store.get(call.actor.org_id, id);
        requireMatch(call, before.version);
        const revoked = revokeApiKey(before, call);
        if (!revoked) return { changes: [], events: [], notices: [], answer: undefined };
        const notices = [makeRevocation('api_key', id, call.now)];
        return { changes: [store.update(revoked.key)], events: [revoked.event], notices, answer: undefined };
      }),

    async exchange(value) {
      const now = clock();
      const lookup = findLookup(value);
      const key = lookup === null ? null : await store.findByLookup(lookup);
      const isRight = matchesValue(key ?? NOBODY, value);
      if (!key || !isRight || getStatus(key, now) !== 'active') throw refused();
      const user = await users.findById(key.user_id);
      if (!user?.active) throw refused();
      const expiresAt = Math.min(toSeconds(now) + LIFETIME.exchanged, toSeconds(key.expires_at));
      const grant = { orgId: key.acts_in, scopes: scopesNow(key, user), keyId: key.id };
      const { token } = tokens.issue(user, grant, { now, expiresAt });
      return { token, expiresAt, orgId: key.acts_in, keyId: key.id, userId: user.id };
    },
  };
};
