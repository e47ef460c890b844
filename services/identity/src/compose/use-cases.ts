import { deriveKey, type Kit, type Organizations } from '@qsc/service-kit';
import { makeApiKeyService } from '../api-key/api-key.service.ts';
import { makeApplicationService } from '../application/application.service.ts';
import { makeRecordRead } from '../audit/record-read.ts';
import type { IdentityConfig } from '../config.ts';
import { toGrpcOrganization } from '../identity.grpc.ts';
import { makeOrganizationService } from '../organization/organization.service.ts';
import type { Passwords } from '../password/password-hash.ts';
import { makePreferenceService } from '../preference/preference.service.ts';
import { makeDashboardSessionService } from '../session/dashboard-session.service.ts';
import { makeFailureLimit } from '../session/failure-limit.ts';
import { makeLoginService } from '../session/login.service.ts';
import { makeSessionService } from '../session/session.service.ts';
import { makeSigningService } from '../signing/signing.service.ts';
import type { Stores } from '../stores.ts';
import { makeAccessTokens } from '../token/access-token.ts';
import { makeUserService } from '../user/user.service.ts';
import type { Trust } from './trust.ts';

const makeLogins = (
  { unitOfWork, log }: Kit,
  stores: Stores,
  parts: { config: IdentityConfig; passwords: Passwords },
) => {
  const makeLimit = (kind: string, limit: number) => makeFailureLimit(stores.loginFailures, { kind, limit, log });
  return makeLoginService({
    users: stores.users,
    passwords: parts.passwords,
    byUser: makeLimit('user', parts.config.LOGIN_FAILURES_PER_USER),
    byUserAndAddress: makeLimit('user', parts.config.LOGIN_FAILURES_PER_USER_AND_ADDRESS),
    byAddress: makeLimit('address', parts.config.LOGIN_FAILURES_PER_ADDRESS),
    unitOfWork,
    unknown: stores.unknownLogins,
    log,
  });
};

/** Every use case of the service. */
export const makeUseCases = (
  kit: Kit,
  stores: Stores,
  parts: { trust: Trust; config: IdentityConfig; passwords: Passwords },
) => {
  const { clock, unitOfWork } = kit;
  const { trust, config, passwords } = parts;
  const { announce, keys } = trust;
  const urls = { issuer: new URL(config.AUTH_URL).origin, audience: new URL(config.BASE_URL).origin };
  const tokens = makeAccessTokens({ keys, ...urls, clock });
  const organizations: Pick<Organizations, 'get'> = {
    get: async (id) => toGrpcOrganization(await stores.organizations.get(id)),
  };
  const recordRead = makeRecordRead({ organizations, unitOfWork });
  const logins = makeLogins(kit, stores, parts);
  const signing = makeSigningService({ ...stores, store: stores.signing, passwords, unitOfWork, clock });
  const lifetimeMs = config.SESSION_HOURS * 3_600_000;
  const shared = { announce, recordRead, passwords };
  const sessions = makeSessionService({
    ...stores,
    store: stores.sessions,
    logins,
    tokens,
    unitOfWork,
    announce,
    lifetimeMs,
    refreshKey: deriveKey(config.IDENTITY_ENCRYPTION_KEY, 'refresh-tokens'),
  });
  return {
    ...urls,
    tokens,
    takenEmails: stores.users.taken,
    userByEmail: stores.users.findByEmail,
    organizations,
    logins,
    signing,
    sessions,
    dashboardSessions: makeDashboardSessionService({
      ...stores,
      ...{ store: stores.sessions, sessions, logins, tokens },
      ...{ unitOfWork, announce, clock, lifetimeMs },
    }),
    preferences: makePreferenceService({ ...stores, unitOfWork }),
    users: makeUserService({ ...shared, store: stores.users, apiKeys: stores.apiKeys, logins, signing }),
    apiKeys: makeApiKeyService({ ...stores, ...shared, store: stores.apiKeys, tokens, clock }),
    applications: makeApplicationService({ ...shared, store: stores.applications }),
    organizationService: makeOrganizationService({
      ...shared,
      store: stores.organizations,
      changeRoster: stores.users.touchRoster,
    }),
  };
};

/** What routes, gRPC and an operator's command call. */
export type UseCases = ReturnType<typeof makeUseCases>;
