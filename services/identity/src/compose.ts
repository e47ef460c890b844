import { type AccessTokenClaims, actorOf, SCOPES } from '@qsc/contracts';
import {
  bearerOf,
  type Call,
  type Clock,
  type Composed,
  type Kit,
  makeRevocationList,
  type Organizations,
  type RunningService,
  runCommand,
  startService,
} from '@qsc/service-kit';
import type { Express, Request, RequestHandler } from 'express';
import Provider from 'oidc-provider';
import { apiKeyRoutes } from './api-key/api-key.routes.ts';
import { makeApiKeyService } from './api-key/api-key.service.ts';
import { applicationRoutes } from './application/application.routes.ts';
import { makeApplicationService } from './application/application.service.ts';
import { makeRecordRead } from './audit/record-read.ts';
import type { IdentityConfig } from './config.ts';
import { mountEdge } from './edge.ts';
import { identityGrpc, toGrpcOrganization } from './identity.grpc.ts';
import { meRoutes } from './me/me.routes.ts';
import { makeAnnounce } from './notice/announce.ts';
import { makeBulletin } from './notice/bulletin.ts';
import { isRevocation, type Notice, toRevocation } from './notice/notice.ts';
import { makeWatchers } from './notice/watchers.ts';
import { makeAdapter, webClientOf } from './oauth/adapter.ts';
import { type CurrentProvider, makeCurrentProvider } from './oauth/current-provider.ts';
import { mountInteraction } from './oauth/interaction.routes.ts';
import { mountIssuer, mountProvider } from './oauth/mount.ts';
import { limitToken } from './oauth/token-limit.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import { makeOrganizationService } from './organization/organization.service.ts';
import { type HashCosts, makePasswords, type Passwords } from './password/password-hash.ts';
import { mountAuth } from './session/auth.routes.ts';
import { makeAuthCall } from './session/auth-call.ts';
import { makeFailureLimit } from './session/failure-limit.ts';
import { makeLoginService } from './session/login.service.ts';
import { makeSessionService } from './session/session.service.ts';
import { makeSigningService } from './signing/signing.service.ts';
import { deriveKey, makeSealer } from './signing-key/sealed.ts';
import { makeSigningKeys } from './signing-key/signing-key.service.ts';
import { identityCollections, openStores, type Stores } from './stores.ts';
import { makeAccessTokens } from './token/access-token.ts';
import { toSeconds } from './token/lifetime.ts';
import { userRoutes } from './user/user.routes.ts';
import { makeUserService } from './user/user.service.ts';

/** What a test sets instead: time, and costs of hashing that do not slow it down. */
export type IdentityOptions = { clock?: Clock; hashCosts?: HashCosts };

const LOGIN_WINDOW_MS = 15 * 60_000;
const MAINTAIN_MS = 60_000;

/** Keys, revocations and what hands them on: they know each other. */
const makeTrust = (kit: Kit, stores: Stores, config: IdentityConfig) => {
  const { clock, log, unitOfWork } = kit;
  const revocations = makeRevocationList();
  const readRevocations = async () => (await stores.notices.revocations(toSeconds(new Date()))).map(toRevocation);
  const apply = async (notice: Notice): Promise<void> => {
    if (isRevocation(notice)) revocations.add(toRevocation(notice));
    if (notice.kind === 'keys') await keys.load();
  };
  const reload = async (): Promise<void> => {
    await keys.load();
    for (const revocation of await readRevocations()) revocations.add(revocation);
  };
  const watchers = makeWatchers({ snapshot: readRevocations, isFollowing: () => bulletin.isFollowing(), log });
  const bulletin = makeBulletin({ store: stores.notices, watchers, apply, reload, log });
  const announce = makeAnnounce({ unitOfWork, notices: stores.notices, bulletin });
  const sealer = makeSealer(deriveKey(config.IDENTITY_ENCRYPTION_KEY, 'signing-keys'));
  const rotationDays = config.SIGNING_KEY_DAYS;
  const keys = makeSigningKeys({ store: stores.keyRing, unitOfWork, announce, sealer, clock, log, rotationDays });
  return { keys, revocations, watchers, bulletin, announce };
};

type Trust = ReturnType<typeof makeTrust>;

const makeLogins = (
  { unitOfWork, log }: Kit,
  stores: Stores,
  parts: { config: IdentityConfig; passwords: Passwords },
) => {
  const limitOf = (kind: string, limit: number) =>
    makeFailureLimit(stores.loginFailures, { kind, limit, windowMs: LOGIN_WINDOW_MS });
  return makeLoginService({
    users: stores.users,
    passwords: parts.passwords,
    byUser: limitOf('user', parts.config.LOGIN_FAILURES_PER_USER),
    byAddress: limitOf('address', parts.config.LOGIN_FAILURES_PER_ADDRESS),
    unitOfWork,
    unknown: stores.unknownLogins,
    log,
  });
};

const makeUseCases = (
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
  return {
    ...urls,
    tokens,
    takenEmails: stores.users.taken,
    organizations,
    logins,
    signing,
    sessions: makeSessionService({
      ...stores,
      store: stores.sessions,
      logins,
      tokens,
      unitOfWork,
      announce,
      lifetimeMs,
    }),
    users: makeUserService({ ...shared, store: stores.users, logins, signing }),
    apiKeys: makeApiKeyService({ ...stores, ...shared, store: stores.apiKeys, tokens, clock }),
    applications: makeApplicationService({ ...shared, store: stores.applications }),
    organizationService: makeOrganizationService({
      ...shared,
      store: stores.organizations,
      rosterOf: stores.users.touchRoster,
    }),
  };
};

type UseCases = ReturnType<typeof makeUseCases>;

const makeOauth = (
  kit: Kit,
  stores: Stores,
  parts: { trust: Trust; config: IdentityConfig; passwords: Passwords; cases: UseCases },
) => {
  const { config, cases, trust, passwords } = parts;
  const callOf = makeAuthCall(kit.clock);
  const adapter = makeAdapter({
    artifacts: stores.artifacts,
    applications: stores.applications,
    webClient: webClientOf(config.WEB_CLIENT_REDIRECT_URIS, SCOPES),
    endSession: (grantId, because) => cases.sessions.endByGrant(grantId, because, callOf(Provider.ctx?.req as Request)),
  });
  return makeCurrentProvider(trust.keys, {
    issuer: cases.issuer,
    audience: cases.audience,
    adapter,
    sessions: cases.sessions,
    users: stores.users,
    passwords,
    cookieKey: deriveKey(config.IDENTITY_ENCRYPTION_KEY, 'oauth-cookies').toString('base64url'),
    sessionSeconds: config.SESSION_HOURS * 3_600,
    clock: kit.clock,
    log: kit.log,
  });
};

type MountParts = {
  config: IdentityConfig;
  cases: UseCases;
  trust: Trust;
  oauth: CurrentProvider;
  verify: (token: string) => AccessTokenClaims;
  callOf: (request: Request) => Call;
  limit: RequestHandler;
};

const mount = (app: Express, { config, cases, trust, oauth, verify, callOf, limit }: MountParts): void => {
  mountEdge(app, { trustedProxies: config.TRUSTED_PROXIES, allowedOrigins: config.ALLOWED_ORIGINS });
  mountAuth(app, { sessions: cases.sessions, verify, callOf });
  mountIssuer(app, cases.issuer);
  mountInteraction(app, { ...cases, provider: oauth.provider, callOf });
  mountProvider(app, { keySet: () => trust.keys.open().published, answer: oauth.answer, limit });
};

const routesOf = (cases: UseCases, stores: Stores) => [
  ...userRoutes(cases.users),
  ...apiKeyRoutes(cases.apiKeys),
  ...applicationRoutes(cases.applications),
  ...organizationRoutes(cases.organizationService),
  ...meRoutes(stores.organizations),
];

const makeLife = ({ keys, bulletin, watchers }: Trust): Pick<Composed, 'start' | 'drain' | 'stop'> => {
  let maintaining: NodeJS.Timeout | undefined;
  return {
    async start() {
      await bulletin.start();
      await keys.maintain();
      maintaining = setInterval(() => void keys.maintain(), MAINTAIN_MS);
    },
    drain: watchers.stop,
    async stop() {
      clearInterval(maintaining);
      await bulletin.stop();
    },
  };
};

/** The service put together, with the use cases that an operator's command needs. */
export type Identity = Composed & { cases: UseCases; keys: Trust['keys'] };

const composeIdentity = async (kit: Kit, config: IdentityConfig, { hashCosts }: IdentityOptions): Promise<Identity> => {
  const stores = openStores(kit);
  const passwords = makePasswords(hashCosts);
  const trust = makeTrust(kit, stores, config);
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
    windowMs: LOGIN_WINDOW_MS,
  });
  const tokenLimit = limitToken(refusedSecrets, kit.clock);
  kit.metrics.gauge('identity_watchers', 'Services and gateways that watch this replica', trust.watchers.count);
  return {
    cases,
    keys: trust.keys,
    routes: routesOf(cases, stores),
    grpc: [
      identityGrpc({
        ...stores,
        ...cases,
        ...trust,
        keys: cases.apiKeys,
        organizations: stores.organizations,
        users: stores.users,
        log: kit.log,
      }),
    ],
    access: { authenticate: async (header) => actorOf(verify(bearerOf(header))), organizations: cases.organizations },
    before: (app) =>
      mount(app, { config, cases, trust, oauth, verify, callOf: makeAuthCall(kit.clock), limit: tokenLimit }),
    checks: { notices: trust.bulletin.isFollowing },
    ...makeLife(trust),
  };
};

const definitionOf = (config: IdentityConfig, options: IdentityOptions) => ({
  name: 'identity',
  config,
  collections: identityCollections,
  ...(options.clock ? { clock: options.clock } : {}),
  compose: (kit: Kit) => composeIdentity(kit, config, options),
});

/** Starts the identity service. */
export const startIdentityService = (config: IdentityConfig, options: IdentityOptions = {}): Promise<RunningService> =>
  startService(definitionOf(config, options));

/** Runs an operator's command on the same use cases, without listening. */
export const withIdentity = <Result>(
  config: IdentityConfig,
  run: (identity: Identity) => Promise<Result>,
  options: IdentityOptions = {},
): Promise<Result> => runCommand(definitionOf(config, options), run);
