import { randomUUID } from 'node:crypto';
import { AccessTokenClaims, type Role, type Scope } from '@qsc/contracts';
import { AppError, type Clock } from '@qsc/service-kit';
import jwt from 'jsonwebtoken';
import type { SigningKeys } from '../signing-key/signing-key.service.ts';
import { toSeconds } from './lifetime.ts';

/** The media type of an access token (RFC 9068), so that no other kind of token passes for one. */
const TYPE = 'at+jwt';

/** Whom a user token stands for. `tokens_valid_from`: Unix seconds; tokens that claim an earlier issue are refused. */
export type TokenUser = { id: string; email: string; name: string; role: Role; tokens_valid_from: number };

/** What a user token may do, and through what it was got. */
export type TokenGrant = { orgId: string; scopes: readonly Scope[]; sid?: string; keyId?: string };

export type IssuedToken = { token: string; expiresAt: number };

/** `now` is an instant before the user was read: a change of rights since then makes the token one of those it voids. */
export type TokenLife = { now: Date; expiresAt: number };

export type AccessTokens = {
  /** Signs a user's token that lives until the second. */
  issue(user: TokenUser, grant: TokenGrant, life: TokenLife): IssuedToken;
  /** The claims of a token of ours. Throws `unauthorized`. Revocation is not looked at. */
  verify(token: string): AccessTokenClaims;
};

/** The claims that are ours beside those of RFC 9068 (specification, "Token format"; decisions §3). */
export const userClaims = (user: TokenUser, grant: TokenGrant): Record<string, unknown> => ({
  org_id: grant.orgId,
  kind: 'user',
  name: user.name,
  email: user.email,
  role: user.role,
  ...(grant.sid ? { sid: grant.sid } : {}),
  ...(grant.keyId ? { key_id: grant.keyId } : {}),
});

/** The second of issue: never before the user's tokens became valid, which may be up to a second ahead. */
export const issuedAt = (user: TokenUser, now: Date): number => Math.max(toSeconds(now), user.tokens_valid_from);

const invalid = (message: string): AppError =>
  new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

const headerOf = (token: string): jwt.JwtHeader | undefined => {
  try {
    return jwt.decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
};

type Parts = { keys: Pick<SigningKeys, 'open'>; issuer: string; audience: string; clock: Clock };

/** Issues and verifies the access tokens that this service signs itself (RS256). */
export const makeAccessTokens = ({ keys, issuer, audience, clock }: Parts): AccessTokens => ({
  issue(user, grant, { now, expiresAt }) {
    const { privateKey, kid } = keys.open();
    const claims = {
      ...userClaims(user, grant),
      jti: randomUUID(),
      iss: issuer,
      aud: audience,
      sub: user.id,
      scope: grant.scopes.join(' '),
      iat: issuedAt(user, now),
      exp: expiresAt,
    };
    return { token: jwt.sign(claims, privateKey, { header: { alg: 'RS256', typ: TYPE, kid } }), expiresAt };
  },
  verify(token) {
    const header = headerOf(token);
    const key = header?.alg === 'RS256' && header.kid ? keys.open().publicKeys.get(header.kid) : undefined;
    if (!key) throw invalid('The token is not valid. Get a new one.');
    const expected = { algorithms: ['RS256' as const], issuer, audience, clockTimestamp: toSeconds(clock()) };
    try {
      return AccessTokenClaims.parse(jwt.verify(token, key, expected));
    } catch (error) {
      const expired = error instanceof jwt.TokenExpiredError;
      throw invalid(expired ? 'The token has expired. Get a new one.' : 'The token is not valid. Get a new one.');
    }
  },
});
