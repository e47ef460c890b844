import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { type BrokerConnection, type Setup, superviseBroker } from './broker/connection.ts';
import { type Consumer, consume } from './broker/consumer.ts';
import { makePublisher } from './broker/publisher.ts';
import { makeRelay, type Relay } from './broker/relay.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ServiceConfig } from './config.ts';
import type { GrpcClient } from './grpc/client.ts';
import { type GrpcServer, type GrpcService, startGrpcServer } from './grpc/server.ts';
import { makeApp } from './http/app.ts';
import { type Authenticate, makeAuthenticate } from './http/authenticate.ts';
import { type Checks, mountHealth, mountMetrics } from './http/health.ts';
import { makeOncePerKey } from './http/idempotency.ts';
import { openApiOf } from './http/openapi.ts';
import type { AnyRoute } from './http/route.ts';
import { makeIdentityClient } from './identity/client.ts';
import { makeOrganizations, type Organizations } from './identity/organization.ts';
import { type IdentityWatch, watchIdentity } from './identity/watch.ts';
import { type Log, makeLog } from './log.ts';
import { type Metrics, makeMetrics } from './metrics.ts';
import { type Collection, type CollectionDefinition, openCollection } from './mongo/collection.ts';
import { openDatabase } from './mongo/database.ts';
import { makeGroupCommit } from './mongo/group-commit.ts';
import { type Migration, migrate } from './mongo/migrate.ts';
import {
  idempotencyDefinition,
  inboxDefinition,
  migrationDefinition,
  outboxDefinition,
} from './mongo/system-collections.ts';
import { makeUnitOfWork, type UnitOfWork } from './mongo/unit-of-work.ts';
import { startTelemetry, traceDatabase } from './telemetry.ts';
import { makeTokenVerifier, type TokenVerifier } from './token-verifier.ts';

/** What the kit gives a service to compose itself from. */
export type Kit = {
  name: string;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  connection: Connection;
  unitOfWork: UnitOfWork;
  inbox: Collection<{ _id: string; received_at: Date }>;
  open<Shape extends z.ZodObject>(
    definition: CollectionDefinition<Shape>,
  ): Collection<z.infer<Shape> & { _id: string }>;
  /** The identity service over gRPC; absent in the identity service itself. */
  identity?: { client: GrpcClient; organizations: Organizations; watch: IdentityWatch; verifier: TokenVerifier };
};

/** What a service hands back: its routes, what it answers over gRPC and consumes, and what else runs in it. */
export type Composed = {
  routes: readonly AnyRoute[];
  grpc?: readonly GrpcService[];
  consumers?: readonly Consumer[];
  /** Handlers before the routes, for what is not part of `/v1`. */
  before?: (app: Express) => void;
  /** How callers are told apart, in the identity service itself. */
  access?: { authenticate: Authenticate; organizations: Pick<Organizations, 'get'> };
  checks?: Checks;
  start?: () => Promise<void> | void;
  stop?: () => Promise<void> | void;
};

export type ServiceDefinition = {
  name: string;
  config: ServiceConfig;
  collections: readonly CollectionDefinition<z.ZodObject>[];
  migrations?: readonly Migration[];
  clock?: Clock;
  compose: (kit: Kit) => Promise<Composed> | Composed;
};

export type RunningService = { httpPort: number; grpcPort: number; stop: () => Promise<void> };

const STOP_MS = 10_000;

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} of ${host} is taken. End what listens there or set another HTTP_PORT.`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

const closeHttp = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), STOP_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });

const systemDefinitions = [outboxDefinition, inboxDefinition, idempotencyDefinition, migrationDefinition];

const openStorage = async (definition: ServiceDefinition): Promise<Connection> => {
  const { config, name } = definition;
  const traced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  const connection = await openDatabase(config.MONGODB_URI, `${config.MONGODB_DATABASE_PREFIX}${name}`, traced);
  if (traced) traceDatabase(connection);
  await migrate(connection, [...systemDefinitions, ...definition.collections], {
    migrations: definition.migrations ?? [],
    done: openCollection(connection, migrationDefinition),
  });
  return connection;
};

const connectIdentity = (config: ServiceConfig, name: string, log: Log): Required<Kit>['identity'] => {
  const client = makeIdentityClient(config.IDENTITY_GRPC_URL, { name, secret: config.MESH_SECRET });
  const verifier = makeTokenVerifier({
    jwksUrl: config.JWKS_URL ?? new URL('/.well-known/jwks.json', config.AUTH_URL).href,
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
  });
  let watch: IdentityWatch | undefined;
  const organizations = makeOrganizations(client, () => watch?.isFresh() ?? false);
  watch = watchIdentity(client, [organizations.hooks, { onKeysChanged: verifier.flush }], log);
  return { client, organizations, watch, verifier };
};

type Outgoing = { unitOfWork: UnitOfWork; relay: Relay; setup: Setup };

const makeOutgoing = (connection: Connection, { log, clock }: { log: Log; clock: Clock }): Outgoing => {
  const outbox = openCollection(connection, outboxDefinition);
  const publisher = makePublisher();
  const relay = makeRelay({ outbox, publisher, clock: systemClock, log });
  const unitOfWork = makeUnitOfWork({
    commitChanges: makeGroupCommit(connection),
    outbox,
    idempotency: openCollection(connection, idempotencyDefinition),
    clock,
    offer: relay.offer,
  });
  return { unitOfWork, relay, setup: publisher.setup };
};

const accessOf = (kit: Kit, composed: Composed): NonNullable<Composed['access']> => {
  if (composed.access) return composed.access;
  if (!kit.identity) throw new Error('A service without the identity client has to bring its own access.');
  return {
    authenticate: makeAuthenticate(kit.identity.verifier, kit.identity.watch),
    organizations: kit.identity.organizations,
  };
};

type Running = { broker: BrokerConnection; http: Server; grpc: GrpcServer; relay: Relay };

const stopAll = async ({ broker, http, grpc, relay }: Running, kit: Kit, composed: Composed): Promise<void> => {
  await Promise.all([closeHttp(http), grpc.stop()]);
  await composed.stop?.();
  await relay.stop();
  await broker.close();
  kit.identity?.watch.close();
  kit.identity?.client.close();
  await kit.connection.close();
  kit.log.info('stopped');
};

const makeKit = (definition: ServiceDefinition, connection: Connection, outgoing: Outgoing, log: Log): Kit => ({
  name: definition.name,
  log,
  clock: definition.clock ?? systemClock,
  metrics: makeMetrics(definition.name),
  connection,
  unitOfWork: outgoing.unitOfWork,
  inbox: openCollection(connection, inboxDefinition),
  open: (collection) => openCollection(connection, collection),
  ...(definition.name === 'identity' ? {} : { identity: connectIdentity(definition.config, definition.name, log) }),
});

const makeHttp = (kit: Kit, composed: Composed, checks: Checks, config: ServiceConfig): Server => {
  const access = accessOf(kit, composed);
  const idempotency = openCollection(kit.connection, idempotencyDefinition);
  const document = openApiOf(kit.name, composed.routes);
  const app = makeApp(
    {
      routes: composed.routes,
      ...access,
      oncePerKey: makeOncePerKey({ rows: idempotency, unitOfWork: kit.unitOfWork, clock: kit.clock }),
      meshSecret: config.MESH_SECRET,
      clock: kit.clock,
      log: kit.log,
      metrics: kit.metrics,
    },
    {
      before(mounted) {
        mountHealth(mounted, checks);
        mountMetrics(mounted, kit.metrics);
        mounted.get('/openapi.json', (_request, response) => {
          response.json(document);
        });
        composed.before?.(mounted);
      },
    },
  );
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, app);
  return server;
};

/**
 * Starts a service: database and migrations, composition, broker, gRPC, HTTP. Resolves when it listens; `/readyz` tells
 * when everything it needs is there. `stop` finishes what runs. Throws a sentence when a part cannot be had.
 */
export const startService = async (definition: ServiceDefinition): Promise<RunningService> => {
  const { name, config, clock = systemClock } = definition;
  const log = makeLog(name, config.LOG_LEVEL);
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const connection = await openStorage(definition);
  const outgoing = makeOutgoing(connection, { log, clock });
  const kit = makeKit(definition, connection, outgoing, log);
  const composed = await definition.compose(kit);
  const consumers = (composed.consumers ?? []).map((consumer) => consume(consumer, log));
  const broker = superviseBroker(config.AMQP_URL, [outgoing.setup, ...consumers], log);
  outgoing.relay.start();
  await composed.start?.();

  const checks: Checks = {
    database: async () => (await connection.getClient().db(connection.name).command({ ping: 1 })).ok === 1,
    broker: broker.isReady,
    migrations: () => true,
    ...(kit.identity ? { identity: kit.identity.watch.isFresh } : {}),
    ...composed.checks,
  };
  const http = makeHttp(kit, composed, checks, config);
  const grpc = await startGrpcServer(
    `${config.GRPC_HOST}:${config.GRPC_PORT}`,
    { name, secret: config.MESH_SECRET },
    composed.grpc ?? [],
  );
  const httpPort = await listen(http, config.HTTP_PORT, config.HTTP_HOST);
  log.info('started', { http_port: httpPort, grpc_port: grpc.port });

  let stopping: Promise<void> | undefined;
  return {
    httpPort,
    grpcPort: grpc.port,
    stop: () => {
      stopping ??= stopAll({ broker, http, grpc, relay: outgoing.relay }, kit, composed).then(telemetry.stop);
      return stopping;
    },
  };
};

/**
 * Runs an operator's command of a service against the service's database, without listening: the same composition and use
 * cases. Its events wait in the outbox for the running service, which publishes them. Logs go to standard error.
 */
export const runCommand = async <Parts extends Composed, Result>(
  definition: Omit<ServiceDefinition, 'compose'> & { compose: (kit: Kit) => Promise<Parts> | Parts },
  run: (parts: Parts) => Promise<Result>,
): Promise<Result> => {
  const log = makeLog(definition.name, definition.config.LOG_LEVEL, 'stderr');
  const connection = await openStorage(definition);
  const kit = makeKit(
    definition,
    connection,
    makeOutgoing(connection, { log, clock: definition.clock ?? systemClock }),
    log,
  );
  try {
    return await run(await definition.compose(kit));
  } finally {
    kit.identity?.watch.close();
    kit.identity?.client.close();
    await connection.close();
  }
};
