import { randomUUID } from 'node:crypto';
import { AccessTokenClaims, type Scope } from '@qsc/contracts';
import { AppError, type Clock } from '@qsc/service-kit';
import jwt from 'jsonwebtoken';
import type { SigningKeys } from '../signing-key/signing-key.service.ts';
import type { User } from '../user/user.ts';
import { toSeconds } from './lifetime.ts';

/** The media type of an access token (RFC 9068), so that no other kind of token passes for one. */
const TYPE = 'at+jwt';

/** Whom a user token stands for. Tokens of an earlier `rights_version` are refused. */
export type TokenUser = Pick<User, 'id' | 'email' | 'name' | 'role' | 'rights_version' | 'must_change_password'>;

/** What a user token may do, and through what it was got. */
export type TokenGrant = { orgId: string; scopes: readonly Scope[]; sid?: string; keyId?: string };

export type IssuedToken = { token: string; expiresAt: number };

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
  rights_version: user.rights_version,
  // A key is no password: it acts on, whoever sets one.
  ...(user.must_change_password && !grant.keyId ? { must_change_password: true } : {}),
  ...(grant.sid ? { sid: grant.sid } : {}),
  ...(grant.keyId ? { key_id: grant.keyId } : {}),
});

const invalid = (message: string): AppError =>
  new AppError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

const decodeHeader = (token: string): jwt.JwtHeader | undefined => {
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
      iat: toSeconds(now),
      exp: expiresAt,
    };
    return { token: jwt.sign(claims, privateKey, { header: { alg: 'RS256', typ: TYPE, kid } }), expiresAt };
  },
  verify(token) {
    const header = decodeHeader(token);
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
