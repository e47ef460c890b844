import type { AccessTokenClaims } from '@qsc/contracts';
import { AppError, type Call, DuplicateKey, type UnitOfWork } from '@qsc/service-kit';
import type { Announce, Announced } from '../notice/announce.ts';
import { makeRevocation } from '../notice/notice.ts';
import type { AccessTokens } from '../token/access-token.ts';
import { LIFETIME, toSeconds } from '../token/lifetime.ts';
import type { UserStore } from '../user/user.store.ts';
import type { User } from '../user/user.ts';
import type { Credentials, LoginService } from './login.service.ts';
import type { SessionStore } from './session.store.ts';
import {
  type EndReason,
  endSession,
  freshRefreshToken,
  isAlive,
  isInGrace,
  limitScopes,
  type NewSession,
  newSecret,
  openSession,
  type Session,
  secretHash,
  successorToken,
} from './session.ts';

/** What a first-party client gets (decisions §3). */
export type SessionTokens = { access_token: string; token_type: 'Bearer'; expires_in: number; refresh_token: string };

export type SessionService = {
  /** The first-party login. Throws `unauthorized` or `rate_limit_exceeded`. */
  logIn(credentials: Credentials, call: Call): Promise<SessionTokens>;
  /** New tokens for a refresh token, which is spent by it. One that was spent more than ten seconds before ends the session. Throws `unauthorized`. */
  refresh(token: string, call: Call): Promise<SessionTokens>;
  /** Opens the session of an authorization code flow. */
  openForGrant(user: User, grant: Omit<NewSession, 'lifetimeMs'>, call: Call): Promise<Session>;
  /** The session and user of a grant, while tokens may be issued for it; null otherwise. */
  findAlive(grantId: string, now: Date): Promise<{ session: Session; user: User } | null>;
  /** Ends the session that the access token or the refresh token belongs to. Throws `unauthorized` or `forbidden`. */
  logOut(by: { claims: AccessTokenClaims | null; refreshToken: string | null }, call: Call): Promise<void>;
  /** The sessions in which the calling user is signed in, newest first; none for an application. */
  listOwn(call: Call): Promise<Session[]>;
  /** Ends a session of the calling user. Throws `not_found`. */
  endOwn(id: string, call: Call): Promise<void>;
  /** Ends a session; does nothing where it is over. */
  end(id: string, because: EndReason, call: Call): Promise<void>;
  /** Ends the session of a grant: a code or refresh token of it was used twice, or was revoked. */
  endByGrant(grantId: string, because: EndReason, call: Call): Promise<void>;
};

type Parts = {
  store: SessionStore;
  users: Pick<UserStore, 'findById'>;
  logins: Pick<LoginService, 'logIn'>;
  tokens: Pick<AccessTokens, 'issue'>;
  unitOfWork: UnitOfWork;
  announce: Announce;
  lifetimeMs: number;
  /** What successors of refresh tokens are made with. */
  refreshKey: Buffer;
};

const invalidToken = (): AppError =>
  new AppError('unauthorized', 'The refresh token is not valid. Log in again.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });

export const makeSessionService = (parts: Parts): SessionService => {
  const { store, users, logins, tokens, unitOfWork, announce, lifetimeMs, refreshKey } = parts;

  const makeTokens = (session: Session, user: User, refreshToken: string, now: Date): SessionTokens => {
    const expiresAt = Math.min(toSeconds(now) + LIFETIME.user, toSeconds(session.expires_at));
    const grant = { orgId: session.org_id, scopes: limitScopes(session, user), sid: session.id };
    const { token } = tokens.issue(user, grant, { now, expiresAt });
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: expiresAt - toSeconds(now),
      refresh_token: refreshToken,
    };
  };

  const end = (id: string, because: EndReason, call: Call): Promise<void> =>
    announce(call, { records: [id] }, async (): Promise<Announced<undefined>> => {
      const session = await store.find(id);
      const user = session && (await users.findById(session.user_id));
      const ended = session && user ? endSession({ session, user }, because, call) : null;
      if (!ended) return { changes: [], events: [], notices: [], answer: undefined };
      const notices = [makeRevocation('session', id, call.now)];
      return { changes: [store.update(ended.session)], events: [ended.event], notices, answer: undefined };
    });

  /** Spends the token and gives its successor, within ten seconds also again; null when the token was spent before. */
  const rotate = (token: string, sessionId: string, call: Call): Promise<SessionTokens | null> =>
    unitOfWork.decide(call, { records: [sessionId] }, async () => {
      const [spent, session] = [await store.findRefreshToken(secretHash(token)), await store.find(sessionId)];
      if (!spent || !session) throw invalidToken();
      if (spent.used_at && !isInGrace(spent.used_at, call.now)) return { changes: [], events: [], answer: null };
      const user = await users.findById(session.user_id);
      if (!isAlive(session, user, call.now)) throw invalidToken();
      const next = successorToken(token, refreshKey);
      const answer = makeTokens(session, user, next, call.now);
      if (spent.used_at) return { changes: [], events: [], answer };
      const used = { ...spent, used_at: call.now, version: spent.version + 1 };
      const changes = [store.updateRefreshToken(used), store.insertRefreshToken(freshRefreshToken(next, session))];
      return { changes, events: [], answer };
    });

  const findSessionId = async (claims: AccessTokenClaims | null, refreshToken: string | null): Promise<string> => {
    if (claims?.sid) return claims.sid;
    const found = refreshToken === null ? null : await store.findRefreshToken(secretHash(refreshToken));
    if (found) return found.session_id;
    if (claims)
      throw new AppError('forbidden', 'This credential belongs to no session.', {
        details: { reason: 'session_required' },
      });
    throw invalidToken();
  };

  return {
    async logIn(credentials, call) {
      const user = await logins.logIn(credentials, null, call);
      const token = newSecret();
      const input = { client_id: null, grant_id: null, scopes: null, lifetimeMs };
      const { session, event } = openSession(user, input, call);
      const changes = [store.insert(session), store.insertRefreshToken(freshRefreshToken(token, session))];
      await unitOfWork.commit(changes, [event]);
      return makeTokens(session, user, token, call.now);
    },

    async refresh(token, call) {
      const known = await store.findRefreshToken(secretHash(token));
      if (!known) throw invalidToken();
      const attempt = () => rotate(token, known.session_id, call);
      // Another replica may spend it at the same moment: then its successor is there.
      const next = await attempt().catch((error: unknown) => {
        if (!(error instanceof DuplicateKey)) throw error;
        return attempt();
      });
      if (next) return next;
      await end(known.session_id, 'token_reuse', call);
      throw invalidToken();
    },

    async openForGrant(user, grant, call) {
      const { session, event } = openSession(user, { ...grant, lifetimeMs }, call);
      await unitOfWork.commit([store.insert(session)], [event]);
      return session;
    },

    async findAlive(grantId, now) {
      const session = await store.findByGrant(grantId);
      const user = session && (await users.findById(session.user_id));
      return session && isAlive(session, user, now) ? { session, user } : null;
    },

    async listOwn({ actor, now }) {
      const user = await users.findById(actor.id);
      if (user?.org_id !== actor.org_id) return [];
      const open = await store.listOpen(user, now);
      return open.filter((session) => isAlive(session, user, now));
    },

    async endOwn(id, call) {
      const session = await store.find(id);
      const isOwn = session?.user_id === call.actor.id && session.org_id === call.actor.org_id;
      if (!isOwn) throw new AppError('not_found', 'There is no such session of yours.');
      await end(id, 'logout', call);
    },

    end,

    logOut: async ({ claims, refreshToken }, call) => end(await findSessionId(claims, refreshToken), 'logout', call),

    async endByGrant(grantId, because, call) {
      const session = await store.findByGrant(grantId);
      if (session) await end(session.id, because, call);
    },
  };
};
