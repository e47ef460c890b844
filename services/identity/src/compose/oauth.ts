import { SCOPES } from '@qsc/contracts';
import { deriveKey, type Kit } from '@qsc/service-kit';
import type { Request } from 'express';
import Provider from 'oidc-provider';
import type { IdentityConfig } from '../config.ts';
import { makeAdapter, toWebClient } from '../oauth/adapter.ts';
import { type CurrentProvider, makeCurrentProvider } from '../oauth/current-provider.ts';
import type { Passwords } from '../password/password-hash.ts';
import { makeAuthCall } from '../session/auth-call.ts';
import type { Stores } from '../stores.ts';
import type { Trust } from './trust.ts';
import type { UseCases } from './use-cases.ts';

/** The OAuth provider on the service's own stores, sessions and keys. */
export const makeOauth = (
  kit: Kit,
  stores: Stores,
  parts: { trust: Trust; config: IdentityConfig; passwords: Passwords; cases: UseCases },
): CurrentProvider => {
  const { config, cases, trust, passwords } = parts;
  const buildCall = makeAuthCall(kit.clock);
  const adapter = makeAdapter({
    artifacts: stores.artifacts,
    applications: stores.applications,
    webClient: toWebClient(config.WEB_CLIENT_REDIRECT_URIS, SCOPES),
    endSession: (grantId, because) =>
      cases.sessions.endByGrant(grantId, because, buildCall(Provider.ctx?.req as Request)),
  });
  return makeCurrentProvider(trust.keys, {
    issuer: cases.issuer,
    audience: cases.audience,
    adapter,
    sessions: cases.sessions,
    users: stores.users,
    passwords,
    cookieKeys: [config.IDENTITY_ENCRYPTION_KEY, ...config.IDENTITY_ENCRYPTION_FORMER_KEYS].map((key) =>
      deriveKey(key, 'oauth-cookies').toString('base64url'),
    ),
    sessionSeconds: config.SESSION_HOURS * 3_600,
    clock: kit.clock,
    log: kit.log,
  });
};
