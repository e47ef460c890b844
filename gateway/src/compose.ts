import { createServer, type Server } from 'node:http';
import {
  closeServer,
  type GrpcClient,
  type IdentityWatch,
  keySetUrl,
  type Log,
  listen,
  makeIdentityClient,
  makeLog,
  makeOrganizations,
  makeTokenVerifier,
  mountMetrics,
  startTelemetry,
  watchIdentity,
} from '@qsc/service-kit/edge';
import express from 'express';
import { makeApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { makeApiKeyExchange } from './credential/api-key-exchange.ts';
import { type Authenticator, makeAuthenticator } from './credential/authenticator.ts';
import { makeOpenApiSource } from './document/openapi-source.ts';
import { type GatewayMetrics, makeGatewayMetrics } from './gateway-metrics.ts';
import { makeBudgets } from './rate-limit/budget.ts';
import { openLimiters } from './rate-limit/shared-limiter.ts';
import { makeTierFigures, type TierFigures } from './rate-limit/tier-figure.ts';
import { makeReachCheck } from './reach-check.ts';
import { makeRouter, ROUTING_TABLE, type Row } from './routing/routing-table.ts';
import { makeServer } from './server.ts';
import { makeForwarder } from './upstream/forwarder.ts';

export type RunningGateway = { httpPort: number; metricsPort: number; stop: () => Promise<void> };

type Identity = { client: GrpcClient; watch: IdentityWatch; authenticate: Authenticator; tierFigures: TierFigures };

const connectIdentity = (config: GatewayConfig, log: Log): Identity => {
  const client = makeIdentityClient(config.IDENTITY_GRPC_URL, { name: 'gateway', secret: config.MESH_SECRET });
  const verifier = makeTokenVerifier({
    jwksUrl: keySetUrl(config),
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
  });
  let watch: IdentityWatch | undefined;
  const isFresh = () => watch?.isFresh() ?? false;
  const organizations = makeOrganizations(client, isFresh);
  const exchange = makeApiKeyExchange({ identity: client, verifier, isFresh });
  watch = watchIdentity(client, [{ onKeysChanged: verifier.flush }, exchange.hooks, organizations.hooks], log);
  return {
    client,
    watch,
    authenticate: makeAuthenticator({ verifier, exchange, watch }),
    tierFigures: makeTierFigures({ organizations, isFresh }),
  };
};

/** Metrics are for the operator alone, so they have a port of their own. */
const makeMetricsServer = (metrics: GatewayMetrics): Server => {
  const app = express().disable('x-powered-by');
  mountMetrics(app, metrics);
  return createServer(app);
};

const openParts = async (config: GatewayConfig, table: readonly Row[], log: Log) => {
  const metrics = makeGatewayMetrics();
  const limiters = await openLimiters(config.REDIS_URL, log);
  const identity = connectIdentity(config, log);
  const addresses = config.upstreams;
  const openApi = makeOpenApiSource({ table, addresses, baseUrl: config.BASE_URL, authUrl: config.AUTH_URL, log });
  const forwarder = makeForwarder({
    ...{ table, addresses, metrics, log },
    meshSecret: config.MESH_SECRET,
    timeoutMs: config.UPSTREAM_TIMEOUT_MS,
    onBack: (name) => void openApi.refresh(name),
  });
  const anonymous = { requests_per_minute: config.ANONYMOUS_REQUESTS_PER_MINUTE, burst: config.ANONYMOUS_BURST };
  const budgets = makeBudgets({ limiters, tierFigures: identity.tierFigures, anonymous });
  const close = () => {
    openApi.close();
    forwarder.close();
    limiters.close();
    identity.watch.close();
    identity.client.close();
  };
  return { metrics, identity, openApi, forwarder, budgets, close };
};

/**
 * Starts the gateway and resolves when it listens; `/readyz` tells when the identity service is there. `stop` takes nothing
 * new and finishes what runs. Throws a sentence when it cannot start.
 */
export const startGateway = async (
  config: GatewayConfig,
  table: readonly Row[] = ROUTING_TABLE,
): Promise<RunningGateway> => {
  const log = makeLog('gateway', config.LOG_LEVEL);
  const telemetry = await startTelemetry('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const { metrics, identity, openApi, forwarder, budgets, close } = await openParts(config, table, log);
  let stopping: Promise<void> | undefined;
  const isStopping = () => stopping !== undefined;
  const checks = {
    identity: identity.watch.isFresh,
    key_set: makeReachCheck(keySetUrl(config)),
    running: () => !isStopping(),
  };
  const { authenticate } = identity;
  const app = makeApp(
    { authenticate, budgets, forwarder, openApi, metrics, checks, log, isStopping, findDestination: makeRouter(table) },
    {
      trustedProxies: config.TRUSTED_PROXIES,
      corsOrigins: config.CORS_ORIGINS,
      docsOrigins: [config.BASE_URL, config.AUTH_URL].map((url) => new URL(url).origin),
    },
  );
  const timeouts = { headersMs: config.HEADERS_TIMEOUT_MS, requestMs: config.REQUEST_TIMEOUT_MS };
  const http = makeServer(app, budgets, timeouts);
  const metricsServer = makeMetricsServer(metrics);

  const stopAll = async (): Promise<void> => {
    await Promise.all([closeServer(http), closeServer(metricsServer)]);
    close();
    await telemetry.stop();
    log.info('stopped');
  };
  const metricsPort = await listen(metricsServer, config.METRICS_PORT, config.HTTP_HOST);
  const httpPort = await listen(http, config.HTTP_PORT, config.HTTP_HOST);
  void openApi.refresh();
  log.info('started', { http_port: httpPort, metrics_port: metricsPort });
  return {
    httpPort,
    metricsPort,
    stop: () => {
      stopping ??= stopAll();
      return stopping;
    },
  };
};
