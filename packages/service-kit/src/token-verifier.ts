import { AccessTokenClaims } from '@qsc/contracts';
import jwt from 'jsonwebtoken';
import { JwksClient } from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import { AppError, unavailable } from './error.ts';

export type TokenVerifier = {
  /** The claims of a valid access token. Throws `unauthorized`, or `service_unavailable` when the key set cannot be had. */
  verify(token: string): Promise<AccessTokenClaims>;
  /** Forgets keys and verified tokens; the next token is verified against the key set as it is then. */
  flush(): void;
};

type Options = { jwksUrl: string; issuer: string; audience: string };

const CACHED_TOKENS = 10_000;

const unauthorized = (message: string): AppError =>
  new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

const makeKeys = (jwksUrl: string) =>
  new JwksClient({
    jwksUri: jwksUrl,
    cache: true,
    cacheMaxAge: 600_000,
    rateLimit: true,
    jwksRequestsPerMinute: 60,
    timeout: 3_000,
  });

const findKey = async (keys: JwksClient, kid: string | undefined): Promise<string> => {
  if (!kid) throw unauthorized('The token names no key. Get a new token.');
  try {
    return (await keys.getSigningKey(kid)).getPublicKey();
  } catch (error) {
    if (error instanceof Error && error.name === 'SigningKeyNotFoundError')
      throw unauthorized('The token was signed by a key that is not in use. Get a new token.');
    throw unavailable('Tokens cannot be checked at the moment. Try again.', error);
  }
};

const check = (token: string, key: string, { issuer, audience }: Omit<Options, 'jwksUrl'>): AccessTokenClaims => {
  try {
    return AccessTokenClaims.parse(jwt.verify(token, key, { algorithms: ['RS256'], issuer, audience }));
  } catch (error) {
    const expired = error instanceof jwt.TokenExpiredError;
    throw unauthorized(expired ? 'The token has expired. Get a new one.' : 'The token is not valid. Get a new one.');
  }
};

const headerOf = (token: string): jwt.JwtHeader | undefined => {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
};

/**
 * Verifies RS256 access tokens against the identity service's key set (specification, "Token format").
 * A verified token is remembered until it expires, so that its signature is checked once. `iss` and `aud` are origins.
 */
export const makeTokenVerifier = ({ jwksUrl, ...urls }: Options): TokenVerifier => {
  const options = { issuer: new URL(urls.issuer).origin, audience: new URL(urls.audience).origin };
  let keys = makeKeys(jwksUrl);
  const verified = new LRUCache<string, AccessTokenClaims>({ max: CACHED_TOKENS });
  const isAlive = (claims: AccessTokenClaims) => claims.exp * 1000 > Date.now();

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && isAlive(known)) return known;
      const header = headerOf(token);
      if (header?.alg !== 'RS256') throw unauthorized('The token is not valid. Get a new one.');
      const asked = keys;
      const claims = check(token, await findKey(asked, header.kid), options);
      if (asked === keys) verified.set(token, claims);
      return claims;
    },
    flush() {
      keys = makeKeys(jwksUrl);
      verified.clear();
    },
  };
};
