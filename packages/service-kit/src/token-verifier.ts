import { AccessTokenClaims } from '@qsc/contracts';
import jwt from 'jsonwebtoken';
import { JwksClient } from 'jwks-rsa';
import { LRUCache } from 'lru-cache';
import { makeCoalesced } from './coalesce.ts';
import { AppError, unavailable } from './error.ts';

export type TokenVerifier = {
  /** The claims of a valid access token. Throws `unauthorized`, or `service_unavailable` when the key set cannot be had. */
  verify(token: string): Promise<AccessTokenClaims>;
  /** Forgets keys and verified tokens; the next token is verified against the key set as it is then. */
  flush(): void;
};

type Options = {
  jwksUrl: string;
  issuer: string;
  audience: string;
  /** A clock in ms that only goes on. */
  now?: () => number;
};

const CACHED_TOKENS = 10_000;
const FETCH_MS = 3_000;
const KEPT_MS = 600_000;
const ASKED_AGAIN_MS = 1_000;

const unauthorized = (message: string): AppError =>
  new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

type Keys = { find(kid: string | undefined): Promise<string> };

const fetchKeys = async (client: JwksClient): Promise<Map<string, string>> => {
  try {
    return new Map((await client.getSigningKeys()).map((key) => [key.kid, key.getPublicKey()]));
  } catch (error) {
    throw unavailable('Tokens cannot be checked at the moment. Try again.', error);
  }
};

/**
 * The key set, fetched as a whole. A key that is not in it has it fetched again, but once a second for all such tokens
 * together: made-up key names must not keep anyone from the keys that are known.
 */
const makeKeys = (jwksUrl: string, now: () => number): Keys => {
  const client = new JwksClient({ jwksUri: jwksUrl, cache: false, rateLimit: false, timeout: FETCH_MS });
  let known = new Map<string, string>();
  let fetchedAt = Number.NEGATIVE_INFINITY;
  const fetches = makeCoalesced<void>();

  const refresh = async (): Promise<void> => {
    known = await fetchKeys(client);
    fetchedAt = now();
  };
  const refreshOnce = (): Promise<void> => fetches.run('', refresh);

  return {
    async find(kid) {
      if (!kid) throw unauthorized('The token names no key. Get a new token.');
      const age = now() - fetchedAt;
      if (!known.has(kid) && age > ASKED_AGAIN_MS) await refreshOnce();
      // A key that is known stays good while the key set cannot be had. The gateway flushes a withdrawn one at once.
      else if (age > KEPT_MS) await refreshOnce().catch(() => {});
      const key = known.get(kid);
      if (!key) throw unauthorized('The token was signed by a key that is not in use. Get a new token.');
      return key;
    },
  };
};

const check = (
  token: string,
  key: string,
  { issuer, audience }: Pick<Options, 'issuer' | 'audience'>,
): AccessTokenClaims => {
  try {
    return AccessTokenClaims.parse(jwt.verify(token, key, { algorithms: ['RS256'], issuer, audience }));
  } catch (error) {
    const expired = error instanceof jwt.TokenExpiredError;
    throw unauthorized(expired ? 'The token has expired. Get a new one.' : 'The token is not valid. Get a new one.');
  }
};

const decodeHeader = (token: string): jwt.JwtHeader | undefined => {
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
export const makeTokenVerifier = ({ jwksUrl, now = () => performance.now(), ...urls }: Options): TokenVerifier => {
  const options = { issuer: new URL(urls.issuer).origin, audience: new URL(urls.audience).origin };
  let keys = makeKeys(jwksUrl, now);
  const verified = new LRUCache<string, AccessTokenClaims>({ max: CACHED_TOKENS });
  const isAlive = (claims: AccessTokenClaims) => claims.exp * 1000 > Date.now();

  return {
    async verify(token) {
      const known = verified.get(token);
      if (known && isAlive(known)) return known;
      const header = decodeHeader(token);
      if (header?.alg !== 'RS256') throw unauthorized('The token is not valid. Get a new one.');
      const requested = keys;
      const claims = check(token, await requested.find(header.kid), options);
      if (requested === keys) verified.set(token, claims);
      return claims;
    },
    flush() {
      keys = makeKeys(jwksUrl, now);
      verified.clear();
    },
  };
};
