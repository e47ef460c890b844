import type { DashboardSession__Output } from '@qsc/contracts/grpc/identity/v1/DashboardSession';
import type { ExchangeDashboardSessionRequest } from '@qsc/contracts/grpc/identity/v1/ExchangeDashboardSessionRequest';
import { AppError, type GrpcClient, type TokenVerifier, type WatchHooks } from '@qsc/service-kit/edge';
import type { Milliseconds } from '../rate-limit/limiter.ts';
import { LAST_MOMENT_MS } from './api-key-exchange.ts';
import { type Exchanged, makeExchangeCopies } from './exchange-copies.ts';

/** The short token that stands for a dashboard session, and when the session ends. Times are Unix milliseconds. */
export type ExchangedSession = Exchanged & {
  idleEndsAt: number;
  endsAt: number;
  idleMinutes: number;
  /** When it was exchanged. */
  at: number;
  /** Whether that restarted the idle time. */
  isActive: boolean;
};

export type SessionExchange = {
  /** Whether the cookie is that of a session which was in use a moment ago. */
  isKnown(cookie: string): boolean;
  /**
   * What the cookie stands for now. `isActive`: the request follows a person's input. Throws `unauthorized`, with the reason
   * `session_idle` or `session_ended`, or `service_unavailable` while the identity service is away.
   */
  read(cookie: string, isActive: boolean): Promise<ExchangedSession>;
  /** As `read`, from a copy where one says enough: the idle time of a session is then up to ten seconds behind. */
  use(cookie: string, isActive: boolean): Promise<ExchangedSession>;
  hooks: WatchHooks;
};

/** The refusal of a request that needs a session and has none. */
export const noSession = (): AppError =>
  new AppError('unauthorized', 'There is no session. Sign in.', { details: { reason: 'session_ended' } });

type Parts = {
  identity: Pick<GrpcClient, 'call'>;
  verifier: Pick<TokenVerifier, 'verify'>;
  /** Whether the watch on identity is alive. */
  isFresh: () => boolean;
  now?: Milliseconds;
};

/** Input within it of an exchange that restarted the idle time need not restart it again. */
const ACTIVE_MS = 10_000;
const ACTIVE = 'active';

/** Exchanges the cookies of dashboard sessions for short tokens. */
export const makeSessionExchange = ({ identity, verifier, isFresh, now = Date.now }: Parts): SessionExchange => {
  const copies = makeExchangeCopies<ExchangedSession>({
    isFresh,
    async exchange(cookie, purpose) {
      const isActive = purpose === ACTIVE;
      const answer = await identity.call<ExchangeDashboardSessionRequest, DashboardSession__Output>(
        'ExchangeDashboardSession',
        { cookie, active: isActive },
      );
      const claims = await verifier.verify(answer.access_token);
      return {
        token: answer.access_token,
        claims,
        at: now(),
        isActive,
        idleEndsAt: answer.idle_ends_at,
        endsAt: answer.ends_at,
        idleMinutes: answer.idle_minutes,
      };
    },
  });

  const read: SessionExchange['read'] = async (cookie, isActive) => {
    try {
      return await copies.fetch(cookie, isActive ? ACTIVE : '');
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized') copies.forget(cookie);
      throw error;
    }
  };

  const suffices = ({ claims, idleEndsAt, at, isActive }: ExchangedSession, wantsActive: boolean): boolean =>
    claims.exp * 1000 - LAST_MOMENT_MS > now() &&
    idleEndsAt > now() &&
    (!wantsActive || (isActive && at + ACTIVE_MS > now()));

  return {
    isKnown: (cookie) => copies.find(cookie) !== undefined,
    read,
    use: async (cookie, isActive) => {
      const copy = copies.find(cookie);
      return copy && suffices(copy, isActive) ? copy : read(cookie, isActive);
    },
    hooks: {
      ...copies.hooks,
      onOrganizationChanged: (orgId) => copies.drop((claims) => claims.org_id === orgId),
    },
  };
};
