import { type AccessTokenClaims, toActor } from '@qsc/contracts';
import {
  type Clock,
  type Composed,
  type Kit,
  parseBearer,
  type RunningService,
  runCommand,
  type StartOptions,
  startService,
} from '@qsc/service-kit';
import { makeOauth } from './compose/oauth.ts';
import { makeRoutes, mount } from './compose/surface.ts';
import { makeLife, makeTrust, type Trust } from './compose/trust.ts';
import { makeUseCases, type UseCases } from './compose/use-cases.ts';
import type { IdentityConfig } from './config.ts';
import { identityGrpc } from './identity.grpc.ts';
import { limitSecrets } from './oauth/token-limit.ts';
import { type HashCosts, makePasswords } from './password/password-hash.ts';
import { makeAuthCall } from './session/auth-call.ts';
import { makeFailureLimit } from './session/failure-limit.ts';
import { identityCollections, openStores } from './stores.ts';

/**
 * What a test sets instead: time, costs of hashing that do not slow it down, how long a watcher is waited for, and how often the
 * keys are looked after.
 */
export type IdentityOptions = { clock?: Clock; hashCosts?: HashCosts; cutMs?: number; maintainMs?: number };

/** The service put together, with the use cases that an operator's command needs. */
export type Identity = Composed & { cases: UseCases; keys: Trust['keys'] };

const composeIdentity = async (
  kit: Kit,
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
  kit.metrics.gauge('identity_watchers', 'Services and gateways that watch this replica', trust.watchers.count);
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
    before: (app) => mount(app, { config, cases, trust, oauth, verify, buildCall: makeAuthCall(kit.clock), limit }),
    checks: { notices: trust.bulletin.isSubscribed },
    ...makeLife(trust, maintainMs),
  };
};

const makeDefinition = (config: IdentityConfig, options: IdentityOptions) => ({
  name: 'identity',
  config,
  collections: identityCollections,
  ...(options.clock ? { clock: options.clock } : {}),
  compose: (kit: Kit) => composeIdentity(kit, config, options),
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
