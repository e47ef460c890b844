import type { Organization } from '../organization/organization.ts';
import type { User } from '../user/user.ts';
import { isAlive, type Session } from './session.ts';

/** A session that is held by a cookie of the dashboard. */
export type DashboardSession = Session & { cookie_hash: string; active_at: Date };

/** What a cookie stands for: a session that is in use, one that has gone idle and can be unlocked, or none. */
export type CookieState =
  | { kind: 'in_use'; session: DashboardSession; user: User }
  | { kind: 'idle'; session: DashboardSession; user: User; unlockUntil: Date }
  | { kind: 'over' };

const MINUTE_MS = 60_000;

/** So long can a session that has gone idle be unlocked (decisions §3, "Dashboard sessions"). */
const UNLOCK_MS = 8 * 3_600_000;

const isDashboardSession = (session: Session): session is DashboardSession =>
  session.cookie_hash !== undefined && session.active_at !== undefined;

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

type Settings = Pick<Organization['settings'], 'session_idle_minutes'>;

const idleAt = (activeAt: Date, { session_idle_minutes }: Settings): Date =>
  new Date(activeAt.getTime() + session_idle_minutes * MINUTE_MS);

/** When the session ends if no request follows a person's input after `activeAt`. */
export const toIdleEnd = (session: DashboardSession, settings: Settings, activeAt = session.active_at): Date =>
  earlier(idleAt(activeAt, settings), session.expires_at);

/** The state of the session that was found by its cookie. */
export const toCookieState = (
  { session, user, settings }: { session: Session | null; user: User | null; settings: Settings },
  now: Date,
): CookieState => {
  if (!session || !isDashboardSession(session) || !isAlive(session, user, now)) return { kind: 'over' };
  if (now < toIdleEnd(session, settings)) return { kind: 'in_use', session, user };
  const unlockUntil = earlier(new Date(idleAt(session.active_at, settings).getTime() + UNLOCK_MS), session.expires_at);
  return now < unlockUntil ? { kind: 'idle', session, user, unlockUntil } : { kind: 'over' };
};
