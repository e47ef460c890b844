import { z } from 'zod';
import type { Actor } from './actor.ts';
import { ROLES } from './role.ts';
import { parseScopes } from './scope.ts';

/**
 * The claims of an access token (specification, "Token format"; the further ones by decisions §3).
 * `sub` is a user id, or the application's id for client credentials. `key_id` names the API key a token was exchanged for,
 * `client_id` the application that got it by OAuth. A token with no scope of the API has no `scope`. `rights_version` rises with
 * every change of the user's role, activity or password; `must_change_password`: somebody else has set the password, so that
 * nothing but changing it is permitted.
 */
export const AccessTokenClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number(),
  scope: z.string().default(''),
  org_id: z.string(),
  kind: z.enum(['user', 'application']),
  name: z.string(),
  email: z.string().nullish(),
  role: z.enum(ROLES).nullish(),
  sid: z.string().nullish(),
  key_id: z.string().nullish(),
  client_id: z.string().nullish(),
  rights_version: z.number().int().nullish(),
  must_change_password: z.boolean().nullish(),
});

export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>;

/** The actor that verified claims stand for. */
export const toActor = (claims: AccessTokenClaims): Actor => ({
  kind: claims.kind,
  id: claims.sub,
  org_id: claims.org_id,
  email: claims.email ?? null,
  name: claims.name,
  role: claims.role ?? null,
  scopes: parseScopes(claims.scope),
  api_key_id: claims.key_id ?? null,
  session_id: claims.sid ?? null,
  ...(claims.must_change_password ? { must_change_password: true } : {}),
});
