import { createHash, createHmac, randomBytes } from 'node:crypto';
import { newId, ROLE_SCOPES, type Scope } from '@qsc/contracts';
import { type Envelope, identityEvents } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import { inOrganization } from '../operator.ts';
import { auditUser, type User } from '../user/user.ts';

/**
 * A login and everything that was issued because of it. `grant_id`: the grant of the authorization code flow, null for the
 * first-party login. `scopes`: the requested ones, null for all that the role allows.
 */
export type Session = {
  id: string;
  org_id: string;
  user_id: string;
  client_id: string | null;
  grant_id: string | null;
  scopes: Scope[] | null;
  rights_version: number;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_because: EndReason | null;
  /** Of a session of the dashboard: its cookie, hashed, and the last request that followed a person's input. */
  cookie_hash?: string | undefined;
  active_at?: Date | undefined;
  /** The browser or program that began it, as it names itself; absent where it does not. */
  user_agent?: string | undefined;
  version: number;
};

/** `unlocked`: another session has taken its place. */
export type EndReason = 'logout' | 'token_reuse' | 'revoked' | 'unlocked';

/** One refresh token of a session, by its hash; the value is never stored. */
export type RefreshToken = {
  id: string;
  org_id: string;
  session_id: string;
  used_at: Date | null;
  expires_at: Date;
  version: number;
};

export type NewSession = Pick<Session, 'client_id' | 'grant_id' | 'scopes' | 'cookie_hash' | 'active_at'> & {
  lifetimeMs: number;
};

const TOKEN_BYTES = 32;

/** A refresh token or the value of a cookie: opaque, 256 bits. */
export const newSecret = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * The token that takes the place of a spent one: the same each time, so that two tabs that refresh at once get the same, and to be
 * known to nobody without the key.
 */
export const successorToken = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url');

const GRACE_MS = 10_000;

/** Whether a token that was spent is no reuse: a second request was under way, or the answer to the first was lost. */
export const isInGrace = (usedAt: Date, now: Date): boolean => now.getTime() - usedAt.getTime() <= GRACE_MS;

/** What of a refresh token or cookie is stored. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const makeChangeEvent = (
  definition: typeof identityEvents.loggedIn | typeof identityEvents.loggedOut,
  { session, user, outcome }: { session: Session; user: User; outcome: string },
  call: Call,
): Envelope =>
  makeEvent(definition as typeof identityEvents.loggedIn, inOrganization(call, session.org_id), {
    audit: {
      action: definition === identityEvents.loggedIn ? 'login' : 'logout',
      entity_type: 'user',
      entity_id: user.id,
      entity_name: user.name,
      entity_version: user.version,
      changes: {},
      user: auditUser(user),
      details: { session_id: session.id, outcome },
    },
    record: { user_id: user.id, session_id: session.id, username: user.email },
  });

/** A login of the user that succeeded, or the unlocking of a session that goes on as this one. */
export const openSession = (
  user: User,
  { lifetimeMs, ...input }: NewSession,
  call: Call,
  outcome: 'success' | 'unlocked' = 'success',
) => {
  const session: Session = {
    id: newId('session'),
    org_id: user.org_id,
    user_id: user.id,
    ...input,
    ...(call.client.user_agent === null ? {} : { user_agent: call.client.user_agent }),
    rights_version: user.rights_version,
    created_at: call.now,
    expires_at: new Date(call.now.getTime() + lifetimeMs),
    ended_at: null,
    ended_because: null,
    version: 1,
  };
  return { session, event: makeChangeEvent(identityEvents.loggedIn, { session, user, outcome }, call) };
};

/** The session as it is over; null when it was already. */
export const endSession = (before: { session: Session; user: User }, because: EndReason, call: Call) => {
  if (before.session.ended_at) return null;
  const session = {
    ...before.session,
    ended_at: call.now,
    ended_because: because,
    version: before.session.version + 1,
  };
  return {
    session,
    event: makeChangeEvent(identityEvents.loggedOut, { session, user: before.user, outcome: because }, call),
  };
};

/** Whether tokens may be issued: the session is not over, and the user's rights are those it began with. */
export const isAlive = (session: Session, user: User | null, now: Date): user is User =>
  session.ended_at === null &&
  session.expires_at > now &&
  user?.active === true &&
  user.rights_version === session.rights_version;

/** What a token of the session may do: what was requested, as far as the role allows it. */
export const limitScopes = (session: Pick<Session, 'scopes'>, user: User): Scope[] => {
  const allowed = ROLE_SCOPES[user.role];
  return session.scopes ? session.scopes.filter((scope) => allowed.includes(scope)) : [...allowed];
};

/** A refresh token of the session that has not been used. */
export const freshRefreshToken = (token: string, session: Session): RefreshToken => ({
  id: secretHash(token),
  org_id: session.org_id,
  session_id: session.id,
  used_at: null,
  expires_at: session.expires_at,
  version: 1,
});
