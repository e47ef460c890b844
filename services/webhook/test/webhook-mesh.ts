import { randomBytes, randomUUID } from 'node:crypto';
import { newId, type Role } from '@qsc/contracts';
import {
  type ActEnvelope,
  type AuditFacts,
  type Envelope,
  parkingQueueName,
  webhookEvents,
} from '@qsc/contracts/events';
import { type Clock, parseNetwork, type RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  countMessages,
  deleteQueue,
  dropDatabases,
  type EventPublisher,
  openEventPublisher,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { startWebhookService, type WebhookOptions } from '../src/compose.ts';
import type { WebhookConfig } from '../src/config.ts';

type Given = Partial<Omit<AuditFacts, 'user'>> & { id?: string; time?: string; type?: string; record?: unknown };

const UNSIGNED = { required: false, signed: false, signature_id: null, meaning: null };

/** A domain event as a service of the mesh sends it. */
export const makeEntityEvent = (orgId: string, given: Given = {}): ActEnvelope => {
  const { id = newId('event'), time = new Date().toISOString(), type = 'entity.entity.created.v1', record } = given;
  const { id: _id, time: _time, type: _type, record: _record, ...facts } = given;
  const requestId = newId('request');
  const audit: AuditFacts = {
    action: 'create',
    entity_type: 'supplier',
    entity_id: 'ent_1',
    entity_name: 'Acme Pharma',
    entity_version: 1,
    user: { id: 'usr_1', email: 'ann@example.test', name: 'Ann', role: 'quality_manager' },
    client: { ip_address: '192.0.2.7', user_agent: 'test', api_key_id: null },
    changes: { 'attributes.risk_level': { from: 'low', to: 'high' } },
    metadata: { reason: null, workflow_state: null, request_id: requestId },
    signature: UNSIGNED,
    ...facts,
  };
  return {
    specversion: '1.0',
    id,
    source: '/services/entity',
    type,
    subject: audit.entity_id,
    time,
    datacontenttype: 'application/json',
    orgid: orgId,
    actor: audit.user.id,
    requestid: requestId,
    data: { audit, record: record ?? {} },
  } as ActEnvelope;
};

/** The webhook service on real MongoDB and RabbitMQ, with a queue and a database of the test's own. */
export type WebhookMesh = {
  identity: StandInIdentity;
  service: RunningService;
  amqpUrl: string;
  /** What another program needs to be a replica. */
  config: WebhookConfig;
  queue: string;
  /** The database of the service, and a connection to it. */
  database: mongo.Db;
  connection: Connection;
  /** Another replica on the same database and queue. */
  startAnother(): Promise<RunningService>;
  /** A client of a new organisation, or of the given one. */
  client(options?: { orgId?: string; role?: Role; scopes?: readonly ['admin:read'] }): ApiClient & { orgId: string };
  /** How many messages lie in the parking queue. */
  parked(): Promise<number>;
  /** Sends events as their owners would. */
  publish(...events: Envelope[]): Promise<void>;
  stop(): Promise<void>;
};

type Options = Omit<WebhookOptions, 'queue'> & { clock?: Clock; config?: Partial<WebhookConfig> };

const loopback = parseNetwork('127.0.0.1/32');

export const startWebhookMesh = async ({ config: change = {}, ...options }: Options = {}): Promise<WebhookMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const queue = `test.${randomUUID()}`;
  const config: WebhookConfig = {
    ...testServiceConfig(environment, identity),
    OUTBOUND_ALLOWED_NETWORKS: loopback ? [loopback] : [],
    WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_ENCRYPTION_FORMER_KEYS: [],
    WEBHOOK_RETRY_SCHEDULE_SECONDS: [5, 300],
    ...change,
  };
  const started: RunningService[] = [];
  const startAnother = async (): Promise<RunningService> => {
    const service = await startWebhookService(config, { ...options, queue });
    started.push(service);
    await untilReady(service);
    return service;
  };
  const service = await startAnother();
  const publisher: EventPublisher = await openEventPublisher(environment.amqpUrl);
  const connection = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}webhook` })
    .asPromise();
  return {
    identity,
    service,
    amqpUrl: environment.amqpUrl,
    config,
    queue,
    database: connection.getClient().db(connection.name),
    connection,
    startAnother,
    parked: () => countMessages(environment.amqpUrl, parkingQueueName(queue)),
    client({ orgId = newId('organization'), role = 'system_admin', ...rest } = {}) {
      const token = identity.token({ orgId, role, ...rest });
      return { ...apiClient(`http://127.0.0.1:${service.httpPort}/v1`, token), orgId };
    },
    publish: async (...events) => void (await Promise.all(events.map((event) => publisher.publish(event)))),
    async stop() {
      for (const running of started) await running.stop();
      await publisher.close();
      await connection.close();
      await identity.stop();
      for (const name of [queue, `${queue}.notices`]) await deleteQueue(environment.amqpUrl, name);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

/** The events about webhooks themselves. */
export const WEBHOOK_TYPES = Object.values(webhookEvents).map(({ type }) => type);
