import { randomBytes, randomUUID } from 'node:crypto';
import { newId, type Role, type Scope } from '@qsc/contracts';
import { parseNetwork, type RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  deleteQueue,
  dropDatabases,
  type EventTap,
  type StandInIdentity,
  startStandInIdentity,
  tapEvents,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type mongo } from 'mongoose';
import { type IntegrationOptions, startIntegrationService } from '../src/compose.ts';
import type { IntegrationConfig } from '../src/config.ts';

/** The integration service on real MongoDB and RabbitMQ, with a database of the test's own. */
export type IntegrationMesh = {
  identity: StandInIdentity;
  service: RunningService;
  config: IntegrationConfig;
  /** The queue by which the service hears of changes; each test has its own. */
  localChangeQueue: string;
  amqpUrl: string;
  /** The database of the service. */
  database: mongo.Db;
  /** What the broker routes. */
  tap: EventTap;
  /** Another replica on the same database. */
  startAnother(options?: IntegrationOptions): Promise<RunningService>;
  /** A client of a new organisation, or of the given one; of another replica where one is given. */
  client(options?: ClientOptions): ApiClient & { orgId: string };
  stop(): Promise<void>;
};

type ClientOptions = {
  orgId?: string;
  userId?: string;
  role?: Role;
  scopes?: readonly Scope[];
  at?: Pick<RunningService, 'httpPort'>;
};

/** Services of the mesh that a test needs beside, started with the same identity and database server. */
export type Beside = (around: {
  environment: ReturnType<typeof testEnvironment>;
  identity: StandInIdentity;
}) => Promise<{ config: Partial<IntegrationConfig>; stop(): Promise<void> }>;

type Options = IntegrationOptions & { config?: Partial<IntegrationConfig>; beside?: Beside };

const loopback = parseNetwork('127.0.0.1/32');

/** Where nothing listens, for the neighbours that a test does not need. */
const NOBODY = '127.0.0.1:1';

/** Starts it and waits until it is ready. Partners on 127.0.0.1 may be called. */
export const startIntegrationMesh = async ({
  config: change = {},
  beside,
  ...options
}: Options = {}): Promise<IntegrationMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const neighbours = await beside?.({ environment, identity });
  const config: IntegrationConfig = {
    ...testServiceConfig(environment, identity),
    OUTBOUND_ALLOWED_NETWORKS: loopback ? [loopback] : [],
    INTEGRATION_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    INTEGRATION_ENCRYPTION_FORMER_KEYS: [],
    ENTITY_GRPC_URL: NOBODY,
    QUALITY_GRPC_URL: NOBODY,
    CERTIFICATE_GRPC_URL: NOBODY,
    WORKFLOW_GRPC_URL: NOBODY,
    ...neighbours?.config,
    ...change,
  };
  const localChangeQueue = `test.${randomUUID()}`;
  const started: RunningService[] = [];
  const startAnother: IntegrationMesh['startAnother'] = async (own = {}) => {
    const service = await startIntegrationService(config, { localChangeQueue, ...options, ...own });
    started.push(service);
    await untilReady(service);
    return service;
  };
  const tap = await tapEvents(environment.amqpUrl);
  const service = await startAnother();
  const connection = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}integration` })
    .asPromise();
  return {
    identity,
    service,
    config,
    localChangeQueue,
    tap,
    startAnother,
    amqpUrl: environment.amqpUrl,
    database: connection.getClient().db(connection.name),
    client({ orgId = newId('organization'), role = 'system_admin', at = service, ...rest } = {}) {
      const token = identity.token({ orgId, role, ...rest });
      return { ...apiClient(`http://127.0.0.1:${at.httpPort}/v1`, token), orgId };
    },
    async stop() {
      for (const running of started) await running.stop();
      await neighbours?.stop();
      await tap.close();
      await connection.close();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, localChangeQueue);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
