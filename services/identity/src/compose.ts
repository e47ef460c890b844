import { type AccessTokenClaims, SCOPES, toActor } from '@qsc/contracts';
import { identityEvents } from '@qsc/contracts/events';
import {
  type Clock,
  type Composed,
  deriveKey,
  makeEvent,
  makeRecordRead,
  type Organizations,
  type ProgramKit,
  parseBearer,
  type ReadSubject,
  type RunningService,
  runCommand,
  type StartOptions,
  startService,
  toReadFacts,
} from '@qsc/service-kit';
import type { Request } from 'express';
import Provider from 'oidc-provider';
import { apiKeyRoutes } from './api-key/api-key.routes.ts';
import { makeApiKeyService } from './api-key/api-key.service.ts';
import { applicationRoutes } from './application/application.routes.ts';
import { makeApplicationService } from './application/application.service.ts';
import type { IdentityConfig } from './config.ts';
import { mountEdge } from './edge.ts';
import { identityGrpc, toGrpcOrganization } from './identity.grpc.ts';
import { meRoutes } from './me/me.routes.ts';
import { makeLife, makeTrust, type Trust } from './notice/trust.ts';
import { makeAdapter, toWebClient } from './oauth/adapter.ts';
import { mountInteraction } from './oauth/interaction.routes.ts';
import { limitSecrets, mountIssuer, mountProvider } from './oauth/mount.ts';
import { type CurrentProvider, makeCurrentProvider } from './oauth/provider.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import { makeOrganizationService } from './organization/organization.service.ts';
import { type HashCosts, makePasswords, type Passwords } from './password/password-hash.ts';
import { preferenceRoutes } from './preference/preference.routes.ts';
import { makePreferenceService } from './preference/preference.service.ts';
import { mountAuth } from './session/auth.routes.ts';
import { makeAuthCall } from './session/auth-call.ts';
import { makeDashboardSessionService } from './session/dashboard-session.service.ts';
import { makeFailureLimit } from './session/failure-limit.ts';
import { makeLoginService } from './session/login.service.ts';
import { ownSessionRoutes } from './session/own-session.routes.ts';
import { makeSessionService } from './session/session.service.ts';
import { makeSigningService } from './signing/signing.service.ts';
import { identityCollections, openStores, type Stores } from './stores.ts';
import { makeAccessTokens } from './token/access-token.ts';
import { userRoutes } from './user/user.routes.ts';
import { makeUserService } from './user/user.service.ts';

const makeLogins = (
  { unitOfWork, log }: ProgramKit,
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
const makeUseCases = (
  kit: ProgramKit,
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
  const recordRead = makeRecordRead({
    unitOfWork,
    toEvent: (subject: ReadSubject, call) =>
      makeEvent(identityEvents.recordRead, call, {
        audit: toReadFacts(subject),
        record: { id: subject.id, type: subject.type },
      }),
  });
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
      store: stores.sessions,
      sessions,
      logins,
      tokens,
      unitOfWork,
      announce,
      clock,
      lifetimeMs,
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
type UseCases = ReturnType<typeof makeUseCases>;

/** The OAuth provider on the service's own stores, sessions and keys. */
const makeOauth = (
  kit: ProgramKit,
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

/** What it answers under `/v1`. */
const makeRoutes = (cases: UseCases, stores: Stores) => [
  ...userRoutes(cases.users),
  ...apiKeyRoutes(cases.apiKeys),
  ...applicationRoutes(cases.applications),
  ...organizationRoutes(cases.organizationService),
  ...meRoutes(stores.organizations),
  ...ownSessionRoutes(cases.sessions),
  ...preferenceRoutes(cases.preferences),
];

/**
 * What a test sets instead: time, costs of hashing that do not slow it down, how long a watcher is waited for, and how often the
 * keys are looked after.
 */
export type IdentityOptions = { clock?: Clock; hashCosts?: HashCosts; cutMs?: number; maintainMs?: number };

/** The service put together, with the use cases that an operator's command needs. */
export type Identity = Composed & { cases: UseCases; keys: Trust['keys'] };

const composeIdentity = async (
  kit: ProgramKit,
  config: IdentityConfig,
  { hashCosts, cutMs, maintainMs }: IdentityOptions,
): Promise<Identity> => {
  const stores = openStores(kit);
  const passwords = makePasswords(hashCosts);
  const trust = makeTrust(kit, stores, { config, cutMs });
  await trust.keys.load();
  const cases = makeUseCases(kit, stores, { trust, config, passwords });
  const oauth = makeOauth(kit, stores, { trust, config, passwords, cases });
  const verify = (token: string): AccessTokenClaims => {
    const claims = cases.tokens.verify(token);
    trust.revocations.refuseRevoked(claims);
    return claims;
  };
  const refusedSecrets = makeFailureLimit(stores.loginFailures, {
    kind: 'client',
    limit: config.LOGIN_FAILURES_PER_ADDRESS,
    log: kit.log,
  });
  const limit = limitSecrets(refusedSecrets, kit.clock);
  kit.metrics.gauge('identity_watchers', 'Gateways that watch this replica', trust.watchers.count);
  return {
    cases,
    keys: trust.keys,
    routes: makeRoutes(cases, stores),
    grpc: [
      identityGrpc({
        ...stores,
        ...cases,
        ...trust,
        keys: cases.apiKeys,
        dashboard: cases.dashboardSessions,
        storedKeys: stores.apiKeys,
        organizations: stores.organizations,
        users: stores.users,
        clock: kit.clock,
        log: kit.log,
      }),
    ],
    access: {
      authenticate: async (header) => toActor(verify(parseBearer(header))),
      organizations: cases.organizations,
    },
    before(app) {
      const buildCall = makeAuthCall(kit.clock);
      mountEdge(app, { trustedProxies: config.TRUSTED_PROXIES, allowedOrigins: config.ALLOWED_ORIGINS });
      mountAuth(app, { sessions: cases.sessions, verify, buildCall });
      mountIssuer(app, cases.issuer);
      mountInteraction(app, { ...cases, provider: oauth.provider, buildCall });
      mountProvider(app, { keySet: trust.keys.published, answer: oauth.answer, limit });
    },
    checks: { notices: trust.bulletin.isSubscribed },
    ...makeLife(trust, maintainMs),
  };
};

const makeDefinition = (config: IdentityConfig, options: IdentityOptions) => ({
  name: 'identity',
  config,
  collections: identityCollections,
  ...(options.clock ? { clock: options.clock } : {}),
  compose: (kit: ProgramKit) => composeIdentity(kit, config, options),
});

/** Starts the identity service. */
export const startIdentityService = (
  config: IdentityConfig,
  options: IdentityOptions & StartOptions = {},
): Promise<RunningService> => startService(makeDefinition(config, options), options);

/** Runs an operator's command on the same use cases, without listening. */
export const withIdentity = <Result>(
  config: IdentityConfig,
  run: (identity: Identity) => Promise<Result>,
  options: IdentityOptions = {},
): Promise<Result> => runCommand(makeDefinition(config, options), run);
