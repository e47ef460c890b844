import { generateKeyPairSync } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { type ActEnvelope, type AuditFacts, BROKER, type Envelope, parkingQueueName } from '@qsc/contracts/events';
import { EMBEDDED_FILES } from '@qsc/file-store';
import {
  type BrokerConnection,
  type Clock,
  indexDescriptions,
  makeLog,
  makePublisher,
  openCollection,
  type RunningService,
  superviseBroker,
} from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import amqp from 'amqplib';
import mongoose from 'mongoose';
import { NO_CHECKPOINT_ARCHIVE } from '../src/checkpoint/open-checkpoint-archive.ts';
import { startAuditService } from '../src/compose.ts';
import type { AuditConfig, WorkerConfig } from '../src/config.ts';
import { type EntryCollection, entryDefinition, nativeCollection } from '../src/entry/entry.store.ts';
import { startAuditWorker, type WorkerOptions } from '../src/worker-compose.ts';

/** Where nobody answers. */
const NOWHERE = '127.0.0.1:9';

const UNSIGNED = { required: false, signed: false, signature_id: null, meaning: null };

type Given = Partial<Omit<AuditFacts, 'user'>> & { user?: Partial<AuditFacts['user']>; time?: string; type?: string };

/** A domain event as a service of the mesh sends it. */
export const makeActEvent = (orgId: string, given: Given = {}): ActEnvelope => {
  const { time = new Date().toISOString(), type = 'entity.entity.updated.v1', user, ...facts } = given;
  const requestId = newId('request');
  const audit: AuditFacts = {
    action: 'update',
    entity_type: 'supplier',
    entity_id: 'ent_1',
    entity_name: 'Acme Pharma',
    entity_version: 1,
    client: { ip_address: '192.0.2.7', user_agent: 'test', api_key_id: null },
    changes: { 'attributes.risk_level': { from: 'low', to: 'high' } },
    metadata: { reason: null, workflow_state: null, request_id: requestId },
    signature: UNSIGNED,
    ...facts,
    user: { id: 'usr_1', email: 'ann@example.test', name: 'Ann', role: 'quality_manager', ...user },
  };
  return {
    specversion: '1.0',
    id: newId('event'),
    source: '/services/entity',
    type,
    subject: audit.entity_id,
    time,
    datacontenttype: 'application/json',
    orgid: orgId,
    actor: audit.user.id,
    requestid: requestId,
    data: { audit, record: {} },
  };
};

/** What the audit service reads besides what every service does: files in its database, no archive outside. */
export const newAuditSettings = () => ({
  ...EMBEDDED_FILES,
  ...NO_CHECKPOINT_ARCHIVE,
  AUDIT_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey,
  AUDIT_FORMER_KEYS: [],
  AUDIT_EXPORT_TTL_SECONDS: 7 * 86_400,
});

/** An organisation that no other test knows. */
export const newOrg = (): string => newId('organization');

export const silentLog = makeLog('test', 'none');

/** The queue of exports of a test of its own. */
export const exportQueueName = (queuePrefix: string): string => `${queuePrefix}.exports`;

/** The broker of the test run as a service of the mesh uses it, and the queues of the test to remove in the end. */
const openBroker = async (amqpUrl: string) => {
  const publisher = makePublisher();
  const supervised: BrokerConnection = superviseBroker(amqpUrl, [publisher.setup], silentLog);
  await eventually('the publisher is connected', () => supervised.isReady());
  const connection = await amqp.connect(amqpUrl);
  const channel = await connection.createChannel();
  return {
    channel,
    /** Publishes events in their order, as the relay of a service does: again where the broker was lost meanwhile. */
    async publish(...events: Envelope[]): Promise<void> {
      for (let rest = events; rest.length > 0; ) {
        await eventually('the publisher is connected', () => supervised.isReady());
        const sent = rest.map((event) =>
          publisher.publish({ id: event.id, orgId: event.orgid, type: event.type, body: JSON.stringify(event) }),
        );
        const outcomes = await Promise.all(sent);
        if (outcomes.includes('unroutable')) throw new Error('No queue takes what was published.');
        const failed = outcomes.findIndex((outcome) => outcome !== 'confirmed');
        rest = failed === -1 ? [] : rest.slice(failed);
      }
    },
    async close(queuePrefix: string): Promise<void> {
      for (let partition = 0; partition < BROKER.partitions; partition += 1) {
        await channel.deleteQueue(`${queuePrefix}.p${partition}`);
        await channel.deleteQueue(`${queuePrefix}.p${partition}.parking`);
      }
      for (const queue of [exportQueueName(queuePrefix), parkingQueueName(exportQueueName(queuePrefix))])
        await channel.deleteQueue(queue);
      await connection.close();
      await supervised.close();
    },
  };
};

export type AuditFixture = Awaited<ReturnType<typeof openBroker>> & {
  identity: StandInIdentity;
  config: AuditConfig;
  queuePrefix: string;
  /** The stored entries, for tampering and counting. */
  entries: EntryCollection;
  /** Where the service answers, `/v1` left out. */
  origin: string;
  /** Where it answers gRPC. */
  grpcAddress: string;
  /** Another instance of the service on the same database and queues. */
  startAnother(config?: Partial<AuditConfig>): Promise<RunningService>;
  /** The worker on the same database; its scheduled work passes every few milliseconds. */
  startWorker(change?: Partial<WorkerConfig>, options?: WorkerOptions): Promise<RunningService>;
  /** The API as a user of the organisation sees it. */
  api(orgId: string): ApiClient;
  /** Waits until the organisation has so many entries. */
  recorded(orgId: string, count: number): Promise<void>;
  stop(): Promise<void>;
};

/** The entries of a database, read as the service reads them, with their indexes. */
export const openEntries = async (mongodbUri: string, dbName: string): Promise<EntryCollection> => {
  const connection = await mongoose
    .createConnection(mongodbUri, { dbName, readConcern: { level: 'majority' } })
    .asPromise();
  const entries = openCollection(connection, entryDefinition);
  await nativeCollection(entries).createIndexes(indexDescriptions(entryDefinition.indexes));
  return entries;
};

/**
 * Starts the audit service on queues and a database of the test's own.
 * @param change what of the configuration is to differ; a function of the identity for what needs its secret.
 * @param options its clock, where that is not the machine's.
 */
export const startAudit = async (
  change: Partial<AuditConfig> | ((identity: StandInIdentity) => Promise<Partial<AuditConfig>>) = {},
  options: { clock?: Clock } = {},
): Promise<AuditFixture> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const queuePrefix = `${environment.prefix}audit`;
  const config: AuditConfig = {
    ...testServiceConfig(environment, identity),
    ...newAuditSettings(),
    LOG_LEVEL: 'none' as never,
    ENTITY_GRPC_URL: NOWHERE,
    CERTIFICATE_GRPC_URL: NOWHERE,
    QUALITY_GRPC_URL: NOWHERE,
    WORKFLOW_GRPC_URL: NOWHERE,
    ...(typeof change === 'function' ? await change(identity) : change),
  };
  const started: RunningService[] = [];
  const startAnother = async (other: Partial<AuditConfig> = {}): Promise<RunningService> => {
    const service = await startAuditService(
      { ...config, ...other },
      { ...options, queuePrefix, exportQueue: exportQueueName(queuePrefix) },
    );
    started.push(service);
    await untilReady(service);
    return service;
  };
  const service = await startAnother();
  const broker = await openBroker(environment.amqpUrl);
  const entries = await openEntries(environment.mongodbUri, `${environment.prefix}audit`);
  const origin = `http://127.0.0.1:${service.httpPort}`;
  return {
    ...broker,
    identity,
    origin,
    grpcAddress: `127.0.0.1:${service.grpcPort}`,
    config,
    queuePrefix,
    entries,
    startAnother,
    async startWorker(change = {}, options = {}) {
      const limits = { AUDIT_CHECKPOINT_ENTRIES: 10_000, AUDIT_CHECKPOINT_SECONDS: 3_600 };
      const worker = await startAuditWorker({ ...config, ...limits, ...change }, { everyMs: 20, ...options });
      started.push(worker);
      return worker;
    },
    api: (orgId) => apiClient(`${origin}/v1`, identity.token({ orgId })),
    recorded: async (orgId, count) => {
      await eventually(`${count} entries`, async () => (await entries.count({ org_id: orgId })) >= count);
    },
    async stop() {
      for (const running of started) await running.stop();
      await broker.close(queuePrefix);
      await entries.model.db.close();
      await identity.stop();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
