import { setTimeout as wait } from 'node:timers/promises';
import {
  closeServer,
  type GrpcClient,
  type IdentityWatch,
  keySetUrl,
  type Log,
  listen,
  type MeshMember,
  makeLog,
  makeServiceClient,
  makeTokenVerifier,
  makeWatchedOrganizations,
  meshMember,
  type Start,
  type StartOptions,
  sourceVersion,
  startMetricsServer,
  startParts,
  startTelemetry,
  type WatchedOrganizations,
  watchCertificates,
  watchChecks,
  watchIdentity,
} from '@qsc/service-kit/edge';
import { makeApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { makeApiKeyExchange } from './credential/api-key-exchange.ts';
import { type Authenticator, makeAuthenticator } from './credential/authenticator.ts';
import { makeSessionExchange } from './credential/session-exchange.ts';
import { makeSessionCookie } from './dashboard/cookie.ts';
import type { DashboardParts } from './dashboard/session.routes.ts';
import { makeOpenApiSource } from './document/openapi-source.ts';
import { makeGatewayMetrics } from './gateway-metrics.ts';
import { makeBudgets } from './rate-limit/budget.ts';
import type { Milliseconds } from './rate-limit/limiter.ts';
import { openLimiters } from './rate-limit/shared-limiter.ts';
import { makeTierFigures, type TierFigures } from './rate-limit/tier-figure.ts';
import { makeReachCheck } from './reach-check.ts';
import { makeRouter, ROUTING_TABLE, type Row } from './routing/routing-table.ts';
import { makeServer } from './server.ts';
import { makeForwarder } from './upstream/forwarder.ts';

export type GatewayOptions = StartOptions & {
  table?: readonly Row[];
  /** What limits and circuits count by; a test passes its own. */
  clock?: Milliseconds;
  /** How long a service that is late may take to tell that it lives. */
  aliveMs?: number;
};

export type RunningGateway = { httpPort: number; metricsPort: number; stop: () => Promise<void> };

type Identity = {
  client: GrpcClient;
  watch: IdentityWatch;
  authenticate: Authenticator;
  organizations: WatchedOrganizations;
  tierFigures: TierFigures;
  dashboard: DashboardParts;
};

const connectIdentity = (config: GatewayConfig, mesh: MeshMember, log: Log): Identity => {
  const client = makeServiceClient('identity', config.IDENTITY_GRPC_URL, mesh);
  const verifier = makeTokenVerifier({
    jwksUrl: keySetUrl(config),
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
  });
  let watch: IdentityWatch | undefined;
  const isFresh = () => watch?.isFresh() ?? false;
  const organizations = makeWatchedOrganizations(client, isFresh);
  const exchange = makeApiKeyExchange({ identity: client, verifier, isFresh });
  const sessions = makeSessionExchange({ identity: client, verifier, isFresh });
  const cookie = makeSessionCookie(config.BASE_URL);
  const hooks = [{ onKeysChanged: verifier.flush }, exchange.hooks, sessions.hooks, organizations.hooks];
  watch = watchIdentity(client, hooks, log);
  return {
    client,
    watch,
    authenticate: makeAuthenticator({ verifier, exchange, sessions, cookie, watch }),
    organizations,
    dashboard: { identity: client, organizations, sessions, cookie },
    tierFigures: makeTierFigures({ organizations, isFresh }),
  };
};

/** How long each part may take to stop, in milliseconds; together, and with `DRAIN_MS`, what docs/operation.md promises. */
export const STOP_MS = {
  requests: 11_000,
  forwarder: 500,
  description: 500,
  identity: 500,
  limiters: 500,
  traces: 1_500,
};

type Surroundings = Pick<GatewayOptions, 'clock' | 'aliveMs'> & {
  table: readonly Row[];
  log: Log;
  start: Start<keyof typeof STOP_MS>;
};

const openParts = async (config: GatewayConfig, { table, clock, aliveMs, log, start }: Surroundings) => {
  const metrics = makeGatewayMetrics();
  const limiters = openLimiters(config.REDIS_URL, { log, clock });
  start.onStop('limiters', () => limiters.close());
  await start.step(limiters.opened);
  const mesh = meshMember(config, 'gateway');
  const identity = connectIdentity(config, mesh, log);
  start.onStop('identity', () => {
    identity.watch.close();
    identity.client.close();
  });
  const addresses = config.upstreams;
  const openApi = makeOpenApiSource({ table, addresses, baseUrl: config.BASE_URL, authUrl: config.AUTH_URL, log });
  start.onStop('description', () => openApi.close());
  const forwarder = makeForwarder({
    table,
    addresses,
    metrics,
    log,
    meshSecret: mesh.secret,
    version: config.SYSTEM_VERSION ?? sourceVersion(),
    certificates: mesh.certificates,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    aliveMs,
    onBack: (name) => void openApi.refresh(name),
  });
  start.onStop('forwarder', () => forwarder.close());
  const anonymous = { requests_per_minute: config.ANONYMOUS_REQUESTS_PER_MINUTE, burst: config.ANONYMOUS_BURST };
  const budgets = makeBudgets({ limiters, tierFigures: identity.tierFigures, anonymous });
  return { metrics, mesh, identity, openApi, forwarder, budgets };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

const makeHttpServer = (config: GatewayConfig, parts: Parts, surroundings: Surroundings) => {
  const { identity, mesh, ...others } = parts;
  const isStopping = () => surroundings.start.signal.aborted;
  const checks = {
    identity: identity.watch.isFresh,
    key_set: makeReachCheck(keySetUrl(config)),
    running: () => !isStopping(),
  };
  watchChecks(parts.metrics, checks);
  watchCertificates(parts.mesh.certificates, parts.metrics);
  const app = makeApp(
    {
      ...others,
      checks,
      isStopping,
      log: surroundings.log,
      authenticate: identity.authenticate,
      organizations: identity.organizations,
      dashboard: identity.dashboard,
      findDestination: makeRouter(surroundings.table),
    },
    {
      trustedProxies: config.TRUSTED_PROXIES,
      corsOrigins: config.CORS_ORIGINS,
      docsOrigins: [config.BASE_URL, config.AUTH_URL].map((url) => new URL(url).origin),
    },
  );
  const timeouts = { headersMs: config.HEADERS_TIMEOUT_MS, requestMs: config.REQUEST_TIMEOUT_MS };
  return makeServer(app, { ...timeouts, certificates: mesh.certificates });
};

/**
 * Starts the gateway and resolves when it listens; `/readyz` tells when the identity service is there. `stop` takes nothing
 * new and finishes what runs. Throws a sentence when it cannot start, and the signal's reason when it is stopped before
 * it has started.
 */
export const startGateway = (config: GatewayConfig, options: GatewayOptions = {}): Promise<RunningGateway> => {
  const log = makeLog('gateway', config.LOG_LEVEL);
  const stopMs = { ...STOP_MS, requests: STOP_MS.requests + config.DRAIN_MS };
  return startParts(options, { log, stopMs }, async (start) => {
    const telemetry = await startTelemetry('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT);
    start.onStop('traces', telemetry.stop);
    const surroundings = { ...options, table: options.table ?? ROUTING_TABLE, log, start };
    const parts = await openParts(config, surroundings);
    const http = makeHttpServer(config, parts, surroundings);
    const servers = [{ stop: () => closeServer(http) }];
    start.onStop('requests', async () => {
      if (http.listening) await (options.passDrain ?? wait)(config.DRAIN_MS);
      await Promise.all(servers.map((server) => server.stop()));
    });
    const metrics = await startMetricsServer(parts.metrics, { port: config.METRICS_PORT, host: config.HTTP_HOST });
    servers.push(metrics);
    const httpPort = await listen(http, config.HTTP_PORT, config.HTTP_HOST);
    void parts.openApi.refresh();
    log.info('started', { http_port: httpPort, metrics_port: metrics.port });
    return { httpPort, metricsPort: metrics.port };
  });
};
