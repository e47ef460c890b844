import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newId, roleAllows, type Scope } from '@qsc/contracts';
import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, invalidField, makeEvent } from '@qsc/service-kit/pure';
import { changedFields, type Fields } from '../audit/changed-fields.ts';
import type { User } from '../user/user.ts';

export const ENVIRONMENTS = ['live', 'test'] as const;

export type Environment = (typeof ENVIRONMENTS)[number];

/**
 * An API key, without its value. It acts for the user who made it, with the role that the user has now. `acts_in`: the
 * organisation of its tokens, which for a test key is the sandbox.
 */
export type ApiKey = {
  id: string;
  org_id: string;
  acts_in: string;
  name: string;
  environment: Environment;
  scopes: Scope[];
  user_id: string;
  /** The part of the value that finds the key and is no secret. */
  lookup: string;
  secret_hash: string;
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
  version: number;
};

export type NewApiKey = { name: string; scopes: Scope[]; environment: Environment; expires_at: Date | null };

export type KeyStatus = 'active' | 'expired' | 'revoked';

const LOOKUP_BYTES = 8;
const SECRET_BYTES = 32;
const VALUE = /^qsc_(?:live|test)_([0-9a-f]{16})[A-Za-z0-9_-]{43}$/;

const sha256 = (value: string): Buffer => createHash('sha256').update(value).digest();

/** What finds the key of a value, or null when it cannot be one. */
export const findLookup = (value: string): string | null => VALUE.exec(value)?.[1] ?? null;

/** Whether the value is the key's, in constant time. */
export const matchesValue = (key: Pick<ApiKey, 'secret_hash'>, value: string): boolean =>
  timingSafeEqual(Buffer.from(key.secret_hash, 'hex'), sha256(value));

/** How the value begins, by which people tell keys apart. */
export const toPrefix = ({ environment, lookup }: ApiKey): string => `qsc_${environment}_${lookup}`;

export const getStatus = ({ revoked_at, expires_at }: ApiKey, now: Date): KeyStatus => {
  if (revoked_at) return 'revoked';
  return expires_at > now ? 'active' : 'expired';
};

const yearAfter = (now: Date): Date => {
  const later = new Date(now);
  later.setUTCFullYear(now.getUTCFullYear() + 1);
  return later;
};

const chooseExpiry = (requested: Date | null, now: Date): Date => {
  const latest = yearAfter(now);
  if (!requested) return latest;
  if (requested <= now) throw invalidField('expires_at', 'too_small', 'The expiry is in the past.');
  if (requested > latest) throw invalidField('expires_at', 'too_big', 'A key lives for one year at most.');
  return requested;
};

const toFields = (key: ApiKey): Fields => ({
  name: key.name,
  environment: key.environment,
  scopes: key.scopes,
  user_id: key.user_id,
  expires_at: key.expires_at.toISOString(),
  revoked: key.revoked_at !== null,
});

const makeChangeEvent = (key: ApiKey, before: ApiKey | null, call: Call): Envelope =>
  makeEvent(before ? identityEvents.apiKeyRevoked : identityEvents.apiKeyCreated, call, {
    audit: {
      action: before ? 'delete' : 'create',
      entity_type: 'api_key',
      entity_id: key.id,
      entity_name: key.name,
      entity_version: key.version,
      changes: changedFields(before ? toFields(before) : {}, toFields(key)),
    },
    record: {
      id: key.id,
      name: key.name,
      scopes: key.scopes,
      environment: key.environment,
      user_id: key.user_id,
      expires_at: key.expires_at.toISOString(),
      revoked: key.revoked_at !== null,
    },
  });

/** Whom a new key acts for, and in which organisation. */
export type KeyOwner = { userId: string; actsIn: string };

/** A new key and its value, which is shown once (decisions §3). Throws `validation_failed` for an expiry that is past or over a year away. */
export const createApiKey = (input: NewApiKey, owner: KeyOwner, call: Call) => {
  const lookup = randomBytes(LOOKUP_BYTES).toString('hex');
  const value = `qsc_${input.environment}_${lookup}${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const key: ApiKey = {
    id: newId('apiKey'),
    org_id: call.actor.org_id,
    acts_in: owner.actsIn,
    name: input.name,
    environment: input.environment,
    scopes: [...new Set(input.scopes)],
    user_id: owner.userId,
    lookup,
    secret_hash: sha256(value).toString('hex'),
    expires_at: chooseExpiry(input.expires_at, call.now),
    revoked_at: null,
    created_at: call.now,
    version: 1,
  };
  return { key, value, event: makeChangeEvent(key, null, call) };
};

/** The key as it is revoked; null when it was already. */
export const revokeApiKey = (before: ApiKey, call: Call): { key: ApiKey; event: Envelope } | null => {
  if (before.revoked_at) return null;
  const key = { ...before, revoked_at: call.now, version: before.version + 1 };
  return { key, event: makeChangeEvent(key, before, call) };
};

/** What a token of the key may do: the key's scopes, as far as the user's role allows them now. */
export const scopesNow = (key: ApiKey, user: User): Scope[] =>
  key.scopes.filter((scope) => roleAllows(user.role, scope));
