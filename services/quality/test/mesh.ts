import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { newId, type Role, type Scope } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  deleteQueue,
  dropDatabases,
  makeColleagues,
  type StandInIdentity,
  startStandInIdentity,
  startTcpProxy,
  type TcpProxy,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { startEntityService } from '../../entity/src/compose.ts';
import { NOT_ASKED } from '../../entity/test/not-asked.ts';
import { startWorkflowService } from '../../workflow/src/compose.ts';
import { startQualityService } from '../src/compose.ts';
import type { QualityConfig } from '../src/config.ts';

export type ClientOptions = { orgId?: string; scopes?: readonly Scope[]; role?: Role; userId?: string };

export type Client = ApiClient & { orgId: string };

type Options = {
  /** The quality service's. */
  clock?: () => Date;
  /** The port of a workflow service that stands in for the real one, which is then not started. */
  workflowPort?: (identity: StandInIdentity) => Promise<number>;
};

/** The quality service beside real workflow and entity services, on real MongoDB and RabbitMQ. */
export type QualityMesh = {
  identity: StandInIdentity;
  quality: RunningService;
  config: QualityConfig;
  /** The quality service's own database. */
  database: Connection;
  /** The wires by which workflow and quality ask each other. */
  wires: { toWorkflow: TcpProxy; toQuality: TcpProxy };
  /** A client of the quality service; of a new organisation, or of the given one. */
  api(options?: ClientOptions, of?: RunningService): Client;
  workflowApi(orgId: string, options?: ClientOptions): Client;
  entityApi(orgId: string, options?: ClientOptions): Client;
  /** Another replica of the quality service, which the caller stops. */
  startReplica(other?: Partial<QualityConfig>): Promise<RunningService>;
  stop(): Promise<void>;
};

const startWorkflow = async (base: ReturnType<typeof testServiceConfig>, entityUrl: string, quality: TcpProxy) => {
  const queue = `test.${randomUUID()}`;
  const service = await startWorkflowService(
    {
      ...base,
      AUDIT_GRPC_URL: '127.0.0.1:9',
      ENTITY_GRPC_URL: entityUrl,
      QUALITY_GRPC_URL: `127.0.0.1:${quality.port}`,
      WORKFLOW_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey,
      WORKFLOW_FORMER_KEYS: [],
    },
    // A transition is answered when its record has applied it, on any machine.
    { queue, applyMs: 3_600_000 },
  );
  return { service, queues: ['starts', 'reactions'].map((name) => `${queue}.${name}`) };
};

/** Starts it. */
export const startQualityMesh = async ({ clock, workflowPort }: Options = {}): Promise<QualityMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const base = testServiceConfig(environment, identity);
  const [workflowAt, qualityAt] = [0, 0].map((port) => ({ host: '127.0.0.1', port })) as [Wire, Wire];
  const wires = { toWorkflow: await startTcpProxy(workflowAt), toQuality: await startTcpProxy(qualityAt) };
  const WORKFLOW_GRPC_URL = `127.0.0.1:${wires.toWorkflow.port}`;
  const queue = `test.${randomUUID()}`;
  const entityQueue = `${queue}.entity`;
  const entity = await startEntityService({ ...base, ...NOT_ASKED, WORKFLOW_GRPC_URL }, { queue: entityQueue });
  const entityUrl = `127.0.0.1:${entity.grpcPort}`;
  const workflow = workflowPort ? null : await startWorkflow(base, entityUrl, wires.toQuality);
  workflowAt.port = workflow?.service.grpcPort ?? (await workflowPort?.(identity)) ?? 0;
  const config: QualityConfig = {
    ...base,
    ENTITY_GRPC_URL: entityUrl,
    CERTIFICATE_GRPC_URL: '127.0.0.1:1',
    WORKFLOW_GRPC_URL,
  };
  const startReplica = (other: Partial<QualityConfig> = {}) =>
    startQualityService({ ...config, ...other }, { queue, ...(clock ? { clock } : {}) });
  const quality = await startReplica();
  qualityAt.port = quality.grpcPort;
  const database = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}quality` })
    .asPromise();
  const running = [quality, entity, ...(workflow ? [workflow.service] : [])];
  await Promise.all(running.map(untilReady));
  const newOrganization = (): string => {
    const orgId = newId('organization');
    makeColleagues(orgId).forEach(identity.setUser);
    return orgId;
  };
  const makeClient = (port: number, { orgId = newOrganization(), ...options }: ClientOptions = {}): Client => ({
    ...apiClient(`http://127.0.0.1:${port}`, identity.token({ orgId, ...options })),
    orgId,
  });

  return {
    identity,
    quality,
    config,
    database,
    wires,
    api: (options, of = quality) => makeClient(of.httpPort, options),
    workflowApi: (orgId, options) => makeClient(workflow?.service.httpPort ?? 0, { orgId, ...options }),
    entityApi: (orgId, options) => makeClient(entity.httpPort, { orgId, ...options }),
    startReplica,
    async stop() {
      for (const service of running) await service.stop();
      await Promise.all([wires.toWorkflow.close(), wires.toQuality.close()]);
      await identity.stop();
      for (const name of [queue, entityQueue, ...(workflow?.queues ?? [])])
        await deleteQueue(environment.amqpUrl, name);
      await database.close();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

type Wire = { host: string; port: number };
