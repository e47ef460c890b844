import type { Connection } from 'mongoose';
import { type BrokerConnection, superviseBroker } from './broker/connection.ts';
import { type Consumer, consume } from './broker/consumer.ts';
import { makeQueueEpochs } from './broker/queue-epoch.ts';
import type { Relay } from './broker/relay.ts';
import { systemClock } from './clock.ts';
import { type GrpcServer, startGrpcServer } from './grpc/server.ts';
import { makeApp } from './http/app.ts';
import { makeAuthenticate } from './http/authenticate.ts';
import { type Checks, mountHealth, mountMetrics } from './http/health.ts';
import { makeOncePerKey } from './http/idempotency.ts';
import { openApiOf } from './http/openapi.ts';
import { type HttpServer, startHttpServer } from './http/server.ts';
import { type Composed, type Kit, makeKit, makeOutgoing, type OutgoingEvents, type ServiceDefinition } from './kit.ts';
import { makeLog } from './log.ts';
import { openCollection } from './mongo/collection.ts';
import { openDatabase } from './mongo/database.ts';
import { type Migrations, makeMigrations } from './mongo/migrate.ts';
import {
  idempotencyDefinition,
  inboxDefinition,
  migrationDefinition,
  outboxDefinition,
  queueEpochDefinition,
} from './mongo/system-collections.ts';
import { startTelemetry, traceDatabase } from './telemetry.ts';

export type RunningService = { httpPort: number; grpcPort: number; stop: () => Promise<void> };

type Running = { broker: BrokerConnection; http: HttpServer; grpc: GrpcServer; relay: Relay };

const systemDefinitions = [
  outboxDefinition,
  inboxDefinition,
  idempotencyDefinition,
  migrationDefinition,
  queueEpochDefinition,
];

/** Opens the service's database and brings it up to date. */
export const openStorage = async (
  definition: ServiceDefinition,
): Promise<{ connection: Connection; migrations: Migrations }> => {
  const { config, name } = definition;
  const traced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  const connection = await openDatabase(config.MONGODB_URI, `${config.MONGODB_DATABASE_PREFIX}${name}`, traced);
  if (traced) traceDatabase(connection);
  const migrations = makeMigrations(connection, [...systemDefinitions, ...definition.collections], {
    migrations: definition.migrations ?? [],
    done: openCollection(connection, migrationDefinition),
  });
  await migrations.run();
  return { connection, migrations };
};

const accessOf = (kit: Kit, composed: Composed): NonNullable<Composed['access']> => {
  if (composed.access) return composed.access;
  if (!kit.identity) throw new Error('A service without the identity client has to bring its own access.');
  return {
    authenticate: makeAuthenticate(kit.identity.verifier, kit.identity.watch),
    organizations: kit.identity.organizations,
  };
};

const makeServiceApp = (kit: Kit, composed: Composed, around: { checks: Checks; meshSecret: string }) => {
  const rows = openCollection(kit.connection, idempotencyDefinition);
  const document = openApiOf(kit.name, composed.routes);
  const parts = {
    routes: composed.routes,
    ...accessOf(kit, composed),
    oncePerKey: makeOncePerKey({ rows, unitOfWork: kit.unitOfWork, clock: kit.clock }),
    meshSecret: around.meshSecret,
    clock: kit.clock,
    log: kit.log,
    metrics: kit.metrics,
  };
  return makeApp(parts, {
    before(app) {
      mountHealth(app, around.checks);
      mountMetrics(app, kit.metrics);
      app.get('/openapi.json', (_request, response) => {
        response.json(document);
      });
      composed.before?.(app);
    },
  });
};

type BrokerParts = { outgoing: OutgoingEvents; consumers: readonly Consumer[] };

const connectBroker = (url: string, { connection, log }: Kit, { outgoing, consumers }: BrokerParts) => {
  const epochs = makeQueueEpochs({
    rows: openCollection(connection, queueEpochDefinition),
    queues: consumers.map(({ queue }) => queue),
    resend: outgoing.relay.resend,
    clock: systemClock,
    log,
  });
  const setups = consumers.map((consumer) => consume(consumer, { log, renew: epochs.renew }));
  return superviseBroker(url, [outgoing.setup, epochs.hear, ...setups, epochs.tell], log);
};

const stopAll = async ({ broker, http, grpc, relay }: Running, kit: Kit, composed: Composed): Promise<void> => {
  composed.drain?.();
  await Promise.all([http.stop(), grpc.stop()]);
  await composed.stop?.();
  await relay.stop();
  await broker.close();
  kit.identity?.watch.close();
  kit.identity?.client.close();
  await kit.connection.close();
  kit.log.info('stopped');
};

/**
 * Starts a service: database and migrations, composition, broker, gRPC, HTTP. Resolves when it listens; `/readyz` tells
 * when everything it needs is there. `stop` finishes what runs. Throws a sentence when a part cannot be had.
 */
export const startService = async (definition: ServiceDefinition): Promise<RunningService> => {
  const { name, config, clock = systemClock } = definition;
  const log = makeLog(name, config.LOG_LEVEL);
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  const { connection, migrations } = await openStorage(definition);
  const outgoing = makeOutgoing(connection, { log, clock });
  const kit = makeKit(definition, connection, { outgoing, log });
  const composed = await definition.compose(kit);
  const broker = connectBroker(config.AMQP_URL, kit, { outgoing, consumers: composed.consumers ?? [] });
  outgoing.relay.start();
  await composed.start?.();

  const checks: Checks = {
    database: async () => (await connection.getClient().db(connection.name).command({ ping: 1 })).ok === 1,
    broker: broker.isReady,
    migrations: migrations.areDone,
    ...composed.checks,
  };
  const mesh = { name, secret: config.MESH_SECRET };
  const grpc = await startGrpcServer(`${config.GRPC_HOST}:${config.GRPC_PORT}`, mesh, composed.grpc ?? []);
  const app = makeServiceApp(kit, composed, { checks, meshSecret: config.MESH_SECRET });
  const http = await startHttpServer(app, config.HTTP_PORT, config.HTTP_HOST);
  log.info('started', { http_port: http.port, grpc_port: grpc.port });

  let stopping: Promise<void> | undefined;
  return {
    httpPort: http.port,
    grpcPort: grpc.port,
    stop: () => {
      stopping ??= stopAll({ broker, http, grpc, relay: outgoing.relay }, kit, composed).then(telemetry.stop);
      return stopping;
    },
  };
};
