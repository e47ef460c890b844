import { randomBytes } from 'node:crypto';
import type { EndDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/EndDashboardSessionRequest';
import type { ExchangeDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/ExchangeDashboardSessionRequest';
import type { OpenDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/OpenDashboardSessionRequest';
import type { UnlockDashboardSessionRequest__Output } from '@qsc/contracts/grpc/identity/v1/UnlockDashboardSessionRequest';
import { AppError, type Log, unary } from '@qsc/service-kit';
import type { TokenOptions } from './token-options.ts';

type Session = TokenOptions & { idleEndsAt?: number };

/** The sessions that a test opens, by their cookies; `requested` holds every exchange. */
export type StandInSessions = {
  /** The password with which the user may sign in and unlock; the tokens are as the options say. */
  addUser(username: string, password: string, options: TokenOptions): void;
  open(cookie: string, session: Session): void;
  close(cookie: string): void;
  requested: ExchangeDashboardSessionRequest__Output[];
  /** Every sign-in, unlocking and signing out, with where it came from. */
  senders: NonNullable<OpenDashboardSessionRequest__Output['sender']>[];
};

const HOUR_MS = 3_600_000;

const refused = (reason?: string): AppError =>
  new AppError('unauthorized', 'There is no such session.', reason ? { details: { reason } } : {});

/** Dashboard sessions without their rules, which are those of the identity service: a cookie that is known is in use. */
export const makeStandInDashboard = (token: (options: TokenOptions) => string) => {
  const users = new Map<string, { password: string; options: TokenOptions }>();
  const open = new Map<string, Session>();
  const sessions: StandInSessions = {
    addUser: (username, password, options) => void users.set(username, { password, options }),
    open: (cookie, session) => void open.set(cookie, session),
    close: (cookie) => void open.delete(cookie),
    requested: [],
    senders: [],
  };

  const begin = (session: Session): { value: string } => {
    const value = randomBytes(32).toString('base64url');
    open.set(value, session);
    return { value };
  };

  const note = ({ sender }: { sender: OpenDashboardSessionRequest__Output['sender'] }): void => {
    if (sender) sessions.senders.push(sender);
  };

  const grpc = (log: Log) => ({
    OpenDashboardSession: unary(log, async (request: OpenDashboardSessionRequest__Output) => {
      note(request);
      const user = users.get(request.username);
      if (user?.password !== request.password) throw refused();
      return begin(user.options);
    }),
    ExchangeDashboardSession: unary(log, async (request: ExchangeDashboardSessionRequest__Output) => {
      sessions.requested.push(request);
      const session = open.get(request.cookie);
      if (!session) throw refused('session_ended');
      const endsAt = Date.now() + 12 * HOUR_MS;
      return {
        access_token: token({ ...session, expiresIn: 300 }),
        idle_ends_at: session.idleEndsAt ?? Date.now() + HOUR_MS / 4,
        ends_at: endsAt,
        idle_minutes: 15,
      };
    }),
    UnlockDashboardSession: unary(log, async (request: UnlockDashboardSessionRequest__Output) => {
      note(request);
      const session = open.get(request.cookie);
      if (!session || ![...users.values()].some(({ password }) => password === request.password)) throw refused();
      open.delete(request.cookie);
      return begin(session);
    }),
    EndDashboardSession: unary(log, async (request: EndDashboardSessionRequest__Output) => {
      note(request);
      open.delete(request.cookie);
      return {};
    }),
  });
  return { sessions, grpc };
};

export type StandInDashboard = ReturnType<typeof makeStandInDashboard>;
