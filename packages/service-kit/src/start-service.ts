import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { superviseBroker } from './broker/connection.ts';
import { type Consumer, consume } from './broker/consumer.ts';
import { makeDeliveryMetrics } from './broker/delivery-metrics.ts';
import type { KindBinding } from './broker/kind-binding.ts';
import { watchLiveness } from './broker/liveness.ts';
import { watchOutbox } from './broker/outbox-metrics.ts';
import { makeQueueIncarnations } from './broker/queue-incarnation.ts';
import { watchQueues } from './broker/queue-metrics.ts';
import { systemClock } from './clock.ts';
import type { ProgramConfig } from './config.ts';
import { actGrpc } from './grpc/act.ts';
import { programGrpc } from './grpc/program.ts';
import { startGrpcServer } from './grpc/server.ts';
import { makeApp } from './http/app.ts';
import { makeAuthenticate } from './http/authenticate.ts';
import { type Checks, mountHealth, mountMetrics, watchChecks } from './http/health.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { buildOpenApi } from './http/openapi.ts';
import { sendAway, startHttpServer } from './http/server.ts';
import {
  type Composed,
  closeIdentity,
  type Kit,
  makeKit,
  makeOutgoing,
  type OutgoingEvents,
  type ServiceDefinition,
} from './kit.ts';
import { type Start, type StartOptions, startParts } from './life.ts';
import { type Log, makeLog } from './log.ts';
import { type Metrics, makeMetrics } from './metrics.ts';
import { openCollection } from './mongo/collection.ts';
import { closeDatabase, openDatabase, POOL_LIMIT } from './mongo/database.ts';
import { type Migrations, makeMigrations, runOrAwait } from './mongo/migrate.ts';
import { watchPool } from './mongo/pool-metrics.ts';
import {
  idempotencyDefinition,
  inboxDefinition,
  migrationDefinition,
  outboxDefinition,
  queueIncarnationDefinition,
} from './mongo/system-collections.ts';
import { sourceVersion } from './source-version.ts';
import { startTelemetry, traceDatabase } from './telemetry.ts';
import { watchCertificates } from './tls/certificate-metrics.ts';
import { type MeshMember, meshMember } from './tls/mesh.ts';
import { requireCertificate } from './tls/require-certificate.ts';

export type RunningService = { httpPort: number; grpcPort: number; metricsPort?: number; stop: () => Promise<void> };

/** How long each part may take to stop, in milliseconds; together, and with `DRAIN_MS`, what docs/operation.md promises. */
export const STOP_MS = {
  requests: 11_000,
  work: 6_000,
  events: 4_000,
  broker: 1_500,
  identity: 500,
  commits: 2_000,
  database: 1_500,
  traces: 1_500,
};

type ServiceStart = Start<keyof typeof STOP_MS>;

/** The ports of a program that only brings its database up to date. */
const NOT_LISTENING = { httpPort: 0, grpcPort: 0 };

const systemDefinitions = [
  outboxDefinition,
  inboxDefinition,
  idempotencyDefinition,
  migrationDefinition,
  queueIncarnationDefinition,
];

/** Opens the service's database; `connect` waits for it and gives what brings it up to date. */
export const openStorage = (
  definition: ServiceDefinition,
): { connection: Connection; connect: () => Promise<Migrations> } => {
  const { config } = definition;
  const traced = config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  const database = `${config.MONGODB_DATABASE_PREFIX}${definition.database ?? definition.name}`;
  const connection = openDatabase(config.MONGODB_URI, database, traced);
  const connect = async (): Promise<Migrations> => {
    await connection.asPromise();
    if (traced) traceDatabase(connection);
    return makeMigrations(connection, [...systemDefinitions, ...definition.collections], {
      migrations: definition.migrations ?? [],
      done: openCollection(connection, migrationDefinition),
    });
  };
  return { connection, connect };
};

const getAccess = ({ identity }: Kit, { access }: Composed): NonNullable<Composed['access']> =>
  access ?? { authenticate: makeAuthenticate(identity.verifier), organizations: identity.organizations };

type Around = { checks: Checks; config: ProgramConfig; mesh: MeshMember; isStopping: () => boolean };

const makeServiceApp = (kit: Kit, composed: Composed, around: Around) => {
  const document = buildOpenApi(kit.name, composed.routes);
  const parts = {
    routes: composed.routes,
    ...getAccess(kit, composed),
    oncePerKey: kit.oncePerKey,
    meshSecret: around.mesh.secret,
    clock: kit.clock,
    log: kit.log,
    metrics: kit.metrics,
  };
  return makeApp(parts, {
    before(app) {
      app.use(sendAway(around.isStopping));
      mountHealth(app, around.checks, kit.log);
      if (around.config.TLS_HTTP_CLIENTS === 'mesh') app.use(requireCertificate);
      if (around.config.METRICS_PORT === undefined) mountMetrics(app, kit.metrics);
      app.get('/openapi.json', (_request, response) => {
        response.json(document);
      });
      composed.before?.(app);
    },
  });
};

type BrokerParts = { outgoing: OutgoingEvents; consumers: readonly Consumer[]; bindings: readonly KindBinding[] };

const connectBroker = (
  url: string,
  { connection, log, metrics }: Kit,
  { outgoing, consumers, bindings }: BrokerParts,
) => {
  const incarnations = makeQueueIncarnations({
    rows: openCollection(connection, queueIncarnationDefinition),
    queues: consumers.map(({ queue }) => queue),
    resend: outgoing.relay.resend,
    clock: systemClock,
    log,
  });
  const consuming = { log, renew: incarnations.renew, observe: makeDeliveryMetrics(metrics) };
  const setups = [...consumers.map((consumer) => consume(consumer, consuming)), ...bindings.map(({ setup }) => setup)];
  const queues = watchQueues(
    consumers.map(({ queue }) => queue.name),
    metrics,
  );
  return superviseBroker(
    url,
    [outgoing.setup, watchLiveness({ log }), incarnations.subscribe, ...setups, incarnations.announce, queues],
    log,
  );
};

const openServiceDatabase = async (definition: ServiceDefinition, start: ServiceStart, metrics?: Metrics) => {
  const { connection, connect } = openStorage(definition);
  if (metrics) watchPool(connection, metrics, POOL_LIMIT);
  start.onStop('database', () => closeDatabase(connection));
  return { connection, migrations: await start.step(connect()) };
};

/** Database, use cases, broker: what works without a request. */
const openWork = async (definition: ServiceDefinition, log: Log, start: ServiceStart) => {
  const metrics = makeMetrics(definition.name);
  const { connection, migrations } = await openServiceDatabase(definition, start, metrics);
  await start.step(runOrAwait(migrations, { log, signal: start.signal }));
  watchOutbox(openCollection(connection, outboxDefinition), { metrics, clock: systemClock });
  const outgoing = makeOutgoing(connection, { log, clock: definition.clock ?? systemClock, metrics });
  start.onStop('commits', outgoing.stopCommits);
  const kit = makeKit(definition, connection, { outgoing, log, metrics });
  start.onStop('identity', () => closeIdentity(kit));
  const composed = await start.step(definition.compose(kit));
  const { consumers = [], kindBindings: bindings = [] } = composed;
  const broker = connectBroker(definition.config.AMQP_URL, kit, { outgoing, consumers, bindings });
  start.onStop('broker', broker.close);
  outgoing.relay.start();
  start.onStop('events', outgoing.relay.stop);
  start.onStop('work', () => composed.stop?.());
  await start.step(composed.start?.(start.signal));
  return { kit, composed, migrations, broker };
};

/** gRPC and HTTP, which stop together and first. */
const openServers = async (
  { config, name }: ServiceDefinition,
  { kit, composed, migrations, broker }: Awaited<ReturnType<typeof openWork>>,
  { start, passDrain = wait }: { start: ServiceStart } & Pick<StartOptions, 'passDrain'>,
) => {
  const isStopping = () => start.signal.aborted;
  const checks: Checks = {
    running: () => !isStopping(),
    database: async () => (await kit.connection.getClient().db(kit.connection.name).command({ ping: 1 })).ok === 1,
    broker: broker.isReady,
    migrations: migrations.areDone,
    ...composed.checks,
  };
  const servers: { stop(): Promise<void> }[] = [];
  start.onStop('requests', async () => {
    if (servers.length > 0) await passDrain(config.DRAIN_MS);
    composed.drain?.();
    await Promise.all(servers.map((server) => server.stop()));
  });
  watchChecks(kit.metrics, checks);
  const mesh = { ...meshMember(config, name), metrics: kit.metrics };
  watchCertificates(mesh.certificates, kit.metrics);
  const program = programGrpc({ name, version: config.SYSTEM_VERSION ?? sourceVersion() }, kit.log);
  const services = [...(composed.grpc ?? []), program, actGrpc(kit.listActs, kit.log)];
  const grpc = await startGrpcServer(`${config.GRPC_HOST}:${config.GRPC_PORT}`, mesh, services);
  servers.push(grpc);
  const app = makeServiceApp(kit, composed, { checks, config, mesh, isStopping });
  const http = await startHttpServer(app, {
    port: config.HTTP_PORT,
    host: config.HTTP_HOST,
    certificates: mesh.certificates,
    asksClients: config.TLS_HTTP_CLIENTS === 'mesh',
  });
  servers.push(http);
  const ports = { httpPort: http.port, grpcPort: grpc.port };
  if (config.METRICS_PORT === undefined) return ports;
  const metrics = await startMetricsServer(kit.metrics, { port: config.METRICS_PORT, host: config.HTTP_HOST });
  servers.push(metrics);
  return { ...ports, metricsPort: metrics.port };
};

/**
 * Starts a service: database and migrations, composition, broker, gRPC, HTTP. Resolves when it listens; `/readyz` tells
 * when everything it needs is there. `stop` finishes what runs. With `migrateOnly` it resolves when the database is up to
 * date, and nothing listens. Throws a sentence when a part cannot be had, and the signal's reason when it is stopped
 * before it has started.
 */
export const startService = (definition: ServiceDefinition, options: StartOptions = {}): Promise<RunningService> => {
  const { name, config } = definition;
  const log = makeLog(name, config.LOG_LEVEL);
  const stopMs = { ...STOP_MS, requests: STOP_MS.requests + config.DRAIN_MS };
  return startParts(options, { log, stopMs }, async (start) => {
    if (options.migrateOnly) {
      const { migrations } = await openServiceDatabase(definition, start);
      await start.step(migrations.run());
      log.info('the database is up to date');
      return NOT_LISTENING;
    }
    const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
    start.onStop('traces', telemetry.stop);
    const work = await openWork(definition, log, start);
    const ports = await openServers(definition, work, { start, ...options });
    log.info('started', { http_port: ports.httpPort, grpc_port: ports.grpcPort });
    return ports;
  });
};
