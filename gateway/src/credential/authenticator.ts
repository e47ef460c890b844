import { type AccessTokenClaims, type Actor, toActor } from '@qsc/contracts';
import { AppError, type IdentityWatch, parseBearer, type TokenVerifier } from '@qsc/service-kit/edge';
import type { Request } from 'express';
import type { SessionCookie } from '../dashboard/cookie.ts';
import { isActive, requireDashboardRequest } from '../dashboard/own-origin.ts';
import { type ApiKeyExchange, isApiKey } from './api-key-exchange.ts';
import type { SessionExchange } from './session-exchange.ts';

/** Who calls, and the token by which the services verify it again. `byCookie`: a person who works in the dashboard. */
export type Caller = { actor: Actor; token: string; byCookie: boolean };

/**
 * Tells who calls: by the `Authorization` header, or without one by the cookie of a dashboard session. Throws `unauthorized`,
 * `forbidden` for a cookie that comes from elsewhere than the dashboard, or `service_unavailable` when it cannot be checked.
 * `mayAsk` says whether the address may have an unknown credential looked up, or has tried too many.
 */
export type Authenticator = (
  request: Pick<Request, 'method' | 'headers'>,
  mayAsk: () => Promise<boolean>,
) => Promise<Caller>;

type Parts = {
  verifier: Pick<TokenVerifier, 'verify'>;
  exchange: Pick<ApiKeyExchange, 'known' | 'exchange'>;
  sessions: Pick<SessionExchange, 'isKnown' | 'use'>;
  cookie: Pick<SessionCookie, 'read'>;
  watch: Pick<IdentityWatch, 'refuseRevoked'>;
};

/** The credentials of the specification ("Authentication"): API keys and the two kinds of JWT; and the dashboard's cookie. */
export const makeAuthenticator = ({ verifier, exchange, sessions, cookie, watch }: Parts): Authenticator => {
  const actors = new WeakMap<AccessTokenClaims, Actor>();

  const actorFor = (claims: AccessTokenClaims): Actor => {
    watch.refuseRevoked(claims);
    const known = actors.get(claims);
    if (known) return known;
    const actor = toActor(claims);
    actors.set(claims, actor);
    return actor;
  };

  const requireMayAsk = async (mayAsk: () => Promise<boolean>): Promise<void> => {
    if (!(await mayAsk())) throw new AppError('unauthorized', 'Too many unknown credentials came from this address.');
  };

  const byApiKey = async (apiKey: string, mayAsk: () => Promise<boolean>): Promise<Caller> => {
    let exchanged = exchange.known(apiKey);
    if (!exchanged) {
      await requireMayAsk(mayAsk);
      exchanged = await exchange.exchange(apiKey);
    }
    return { actor: actorFor(exchanged.claims), token: exchanged.token, byCookie: false };
  };

  return async (request, mayAsk) => {
    const { authorization } = request.headers;
    const session = authorization === undefined ? cookie.read(request.headers) : undefined;
    if (session !== undefined) {
      requireDashboardRequest(request);
      if (!sessions.isKnown(session)) await requireMayAsk(mayAsk);
      const { claims, token } = await sessions.use(session, isActive(request));
      return { actor: actorFor(claims), token, byCookie: true };
    }
    const credential = parseBearer(authorization);
    if (isApiKey(credential)) return byApiKey(credential, mayAsk);
    return { actor: actorFor(await verifier.verify(credential)), token: credential, byCookie: false };
  };
};
