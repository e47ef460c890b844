import { type AccessTokenClaims, type Actor, actorOf } from '@qsc/contracts';
import { AppError, bearerOf, type IdentityWatch, type TokenVerifier } from '@qsc/service-kit/edge';
import { type ApiKeyExchange, isApiKey } from './api-key-exchange.ts';

/** Who calls, and the token by which the services verify it again. */
export type Caller = { actor: Actor; token: string };

/**
 * Tells who calls by the `Authorization` header. Throws `unauthorized`, or `service_unavailable` when it cannot be told.
 * `mayAsk` says whether the address may have an unknown API key looked up, or has tried too many.
 */
export type Authenticator = (authorization: string | undefined, mayAsk: () => Promise<boolean>) => Promise<Caller>;

type Parts = {
  verifier: Pick<TokenVerifier, 'verify'>;
  exchange: Pick<ApiKeyExchange, 'known' | 'exchange'>;
  watch: Pick<IdentityWatch, 'refuseRevoked'>;
};

/** The three credentials of the specification ("Authentication"): API keys, and the two kinds of JWT. */
export const makeAuthenticator = ({ verifier, exchange, watch }: Parts): Authenticator => {
  const actors = new WeakMap<AccessTokenClaims, Actor>();

  const callerOf = (claims: AccessTokenClaims, token: string): Caller => {
    watch.refuseRevoked(claims);
    const known = actors.get(claims);
    if (known) return { actor: known, token };
    const actor = actorOf(claims);
    actors.set(claims, actor);
    return { actor, token };
  };

  const byApiKey = async (apiKey: string, mayAsk: () => Promise<boolean>): Promise<Caller> => {
    let exchanged = exchange.known(apiKey);
    if (!exchanged) {
      if (!(await mayAsk())) throw new AppError('unauthorized', 'Too many unknown credentials came from this address.');
      exchanged = await exchange.exchange(apiKey);
    }
    return callerOf(exchanged.claims, exchanged.token);
  };

  return async (authorization, mayAsk) => {
    const credential = bearerOf(authorization);
    if (isApiKey(credential)) return byApiKey(credential, mayAsk);
    return callerOf(await verifier.verify(credential), credential);
  };
};
