import { AppError, type Call, type Clock, type UnitOfWork } from '@qsc/service-kit';
import type { Announce } from '../notice/announce.ts';
import { makeRevocation } from '../notice/notice.ts';
import type { OrganizationStore } from '../organization/organization.store.ts';
import type { AccessTokens } from '../token/access-token.ts';
import { LIFETIME, toSeconds } from '../token/lifetime.ts';
import type { UserStore } from '../user/user.store.ts';
import type { User } from '../user/user.ts';
import { toCookieState, toIdleEnd } from './dashboard-session.ts';
import type { Credentials, LoginService } from './login.service.ts';
import type { SessionService } from './session.service.ts';
import type { SessionStore } from './session.store.ts';
import { limitScopes, newSecret, openSession, secretHash } from './session.ts';

/** What the gateway gets for a cookie: a short token of the user, and when the session ends. */
export type ExchangedCookie = { token: string; idleEndsAt: Date; endsAt: Date; idleMinutes: number };

/** The sessions of the dashboard (decisions §3). A cookie is opaque and kept hashed. */
export type DashboardSessionService = {
  /** Logs a user in and gives the cookie. Throws `unauthorized` or `rate_limit_exceeded`. */
  open(credentials: Credentials, call: Call): Promise<string>;
  /**
   * A short token for the cookie. `isActive`: the request follows a person's input, so the idle time restarts.
   * Throws `unauthorized`, with the reason `session_idle` while the session can be unlocked, else `session_ended`.
   */
  exchange(cookie: string, isActive: boolean): Promise<ExchangedCookie>;
  /**
   * Renews a session with the password of its user: another cookie, the same end. Throws `unauthorized`, with the reason
   * `session_ended` where nothing is left to renew, or `rate_limit_exceeded`.
   */
  unlock(cookie: string, password: string, call: Call): Promise<string>;
  /** Ends the session; does nothing where it is over. */
  end(cookie: string, call: Call): Promise<void>;
};

type Parts = {
  store: SessionStore;
  users: Pick<UserStore, 'findById'>;
  organizations: Pick<OrganizationStore, 'get'>;
  logins: Pick<LoginService, 'logIn'>;
  sessions: Pick<SessionService, 'end'>;
  tokens: Pick<AccessTokens, 'issue'>;
  unitOfWork: UnitOfWork;
  announce: Announce;
  clock: Clock;
  lifetimeMs: number;
};

const sessionEnded = (): AppError =>
  new AppError('unauthorized', 'The session is over. Sign in again.', { details: { reason: 'session_ended' } });

const sessionIdle = ({ name, email }: User, unlockUntil: Date): AppError =>
  new AppError('unauthorized', 'The session has gone idle. Unlock it with the password.', {
    details: { reason: 'session_idle', name, username: email, unlock_until: unlockUntil.toISOString() },
  });

/** The use cases of dashboard sessions. */
export const makeDashboardSessionService = (parts: Parts): DashboardSessionService => {
  const { store, users, organizations, logins, sessions, tokens, unitOfWork, announce, clock, lifetimeMs } = parts;

  const read = async (cookie: string, now: Date) => {
    const session = await store.findByCookie(secretHash(cookie));
    if (!session) throw sessionEnded();
    const user = await users.findById(session.user_id);
    const { settings } = await organizations.get(session.org_id);
    const state = toCookieState({ session, user, settings }, now);
    if (state.kind === 'over') throw sessionEnded();
    return { state, settings };
  };

  const opened = ({ now }: Call, expiresAt: Date) => {
    const cookie = newSecret();
    const lifetime = { lifetimeMs: expiresAt.getTime() - now.getTime() };
    const held = { cookie_hash: secretHash(cookie), active_at: now };
    return { cookie, input: { client_id: null, grant_id: null, scopes: null, ...lifetime, ...held } };
  };

  return {
    async open(credentials, call) {
      const user = await logins.logIn(credentials, null, call);
      const { cookie, input } = opened(call, new Date(call.now.getTime() + lifetimeMs));
      const { session, event } = openSession(user, input, call);
      await unitOfWork.commit([store.insert(session)], [event]);
      return cookie;
    },

    async exchange(cookie, isActive) {
      const now = clock();
      const { state, settings } = await read(cookie, now);
      if (state.kind === 'idle') throw sessionIdle(state.user, state.unlockUntil);
      const { session, user } = state;
      if (isActive) await store.touch(session.id, now);
      const idleEndsAt = toIdleEnd(session, settings, isActive ? now : session.active_at);
      const expiresAt = Math.min(toSeconds(now) + LIFETIME.exchanged, toSeconds(session.expires_at));
      const grant = { orgId: session.org_id, scopes: limitScopes(session, user), sid: session.id };
      const { token } = tokens.issue(user, grant, { now, expiresAt });
      return { token, idleEndsAt, endsAt: session.expires_at, idleMinutes: settings.session_idle_minutes };
    },

    async unlock(cookie, password, call) {
      const { session: before, user: owner } = (await read(cookie, call.now)).state;
      const user = await logins.logIn({ username: owner.email, password }, owner.org_id, call);
      if (user.id !== owner.id) throw sessionEnded();
      const { cookie: renewed, input } = opened(call, before.expires_at);
      const { session, event } = openSession(user, input, call, 'unlocked');
      return announce(call, { records: [before.id] }, async () => {
        const current = await store.find(before.id);
        if (!current || current.ended_at) throw sessionEnded();
        const ended = { ...current, ended_at: call.now, ended_because: 'unlocked' as const };
        return {
          changes: [store.update({ ...ended, version: current.version + 1 }), store.insert(session)],
          events: [event],
          notices: [makeRevocation('session', before.id, call.now)],
          answer: renewed,
        };
      });
    },

    async end(cookie, call) {
      const found = await store.findByCookie(secretHash(cookie));
      if (found) await sessions.end(found.id, 'logout', call);
    },
  };
};
