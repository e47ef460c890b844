import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { hasCode } from './api-error.ts';
import { client, requestSession } from './client.ts';
import { eraseDrafts } from './draft.ts';

/** Who works here, for which organisation, and what they may do. */
export type Session = {
  user: { id: string; name: string; email: string; role: string };
  organization: { id: string; name: string; sandbox: boolean; time_zone: string; strict_mode: boolean };
  rights: string[];
  /** The user has further rights, which this tab leaves aside for as long as it is a read-only view. */
  is_read_only_view: boolean;
  /** Somebody else set the password: it permits nothing but setting another one. */
  must_change_password: boolean;
  idle_ends_at: string;
  ends_at: string;
};

export type SessionState =
  | { status: 'unknown' }
  | { status: 'signed_out' }
  | { status: 'open'; session: Session }
  /** Idle or ended while somebody worked: the page is hidden, and what was typed stays for the same user. */
  | { status: 'locked'; session: Session };

export const SESSION_PATH = '/app/session';

let state: SessionState = { status: 'unknown' };
const listeners = new Set<() => void>();

const change = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** The open session; for what is shown to signed-in people alone. */
export const useSession = (): Session => {
  const known = useSessionState();
  if (known.status === 'open' || known.status === 'locked') return known.session;
  throw new Error('Nobody is signed in.');
};

/** Whether the user has the right, by role and session. */
export const useRight = (right: string): boolean => useSession().rights.includes(right);

/** Whether the user changes no record, by role or in a read-only view. Their reviews, exports and reports are no changes of records. */
export const useReadOnly = (): boolean => useSession().rights.every(isReading);

const READ_ONLY_VIEW = 'qsc-read-only-view';

const isReading = (right: string): boolean => right.endsWith(':read');

/** The session as the server knows it, without the rights to write where this tab is a read-only view. */
const readSession = async (): Promise<Session> => {
  const session = await requestSession<Omit<Session, 'is_read_only_view'>>('GET', SESSION_PATH);
  const isView = sessionStorage.getItem(READ_ONLY_VIEW) === session.user.id;
  return { ...session, rights: isView ? session.rights.filter(isReading) : session.rights, is_read_only_view: isView };
};

/**
 * Makes this tab a read-only view, or ends that: who shows the system to an inspector changes nothing by accident. It is no limit
 * of the server, which holds to the role.
 */
export const setReadOnlyView = async (isOn: boolean): Promise<void> => {
  if (isOn && state.status === 'open') sessionStorage.setItem(READ_ONLY_VIEW, state.session.user.id);
  else sessionStorage.removeItem(READ_ONLY_VIEW);
  await loadSession();
};

/** Asks the server who is signed in. */
export const loadSession = async (): Promise<void> => {
  try {
    change({ status: 'open', session: await readSession() });
  } catch (error) {
    if (hasCode(error, 'unauthorized')) return change({ status: 'signed_out' });
    throw error;
  }
};

/** Hides the page behind a sign-in; called when the server does not know the session any more. */
export const lock = (): void => {
  if (state.status === 'open') change({ status: 'locked', session: state.session });
  else if (state.status !== 'locked') change({ status: 'signed_out' });
};

const isSameUser = (session: Session): boolean =>
  state.status === 'locked' && state.session.user.id === session.user.id;

/**
 * Opens a session. After a lock the page of the same user goes on; another user begins with an empty one.
 * Throws `ApiError`: `unauthorized` for wrong credentials, `rate_limit_exceeded` after too many attempts.
 */
export const signIn = async (username: string, password: string, queries: QueryClient): Promise<void> => {
  await requestSession('POST', SESSION_PATH, { body: { username, password } });
  const session = await readSession();
  if (state.status === 'locked' && !isSameUser(session)) {
    eraseDrafts();
    // The forms of the other user go first, so that none of them asks whether to leave.
    change({ status: 'signed_out' });
    setTimeout(() => location.assign('/app'));
    return;
  }
  change({ status: 'open', session });
  await queries.invalidateQueries();
};

/** Renews a session that has gone idle; throws `ApiError` where it has ended for good or the password is wrong. */
export const unlock = async (password: string, queries: QueryClient): Promise<void> => {
  await requestSession('POST', `${SESSION_PATH}/unlock`, { body: { password } });
  change({ status: 'open', session: await readSession() });
  await queries.invalidateQueries();
};

/** Ends the session and erases every draft. */
export const signOut = async (queries: QueryClient): Promise<void> => {
  await requestSession('DELETE', SESSION_PATH).catch((error: unknown) => {
    if (!hasCode(error, 'unauthorized')) throw error;
  });
  eraseDrafts();
  sessionStorage.removeItem(READ_ONLY_VIEW);
  queries.clear();
  change({ status: 'signed_out' });
};

/** Changes the password; every session of the user ends with it. */
export const changePassword = async (current: string, next: string): Promise<void> => {
  await client.account.changeOwnPassword({ current_password: current, new_password: next });
  eraseDrafts();
  change({ status: 'signed_out' });
};
