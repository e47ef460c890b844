import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { newId, type Role } from '@qsc/contracts';
import type { RunningService } from '@qsc/service-kit';
import {
  type ApiAnswer,
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
} from '@qsc/test-kit';
import mongoose, { type mongo } from 'mongoose';
import { startWorkflowService } from '../src/compose.ts';
import type { WorkflowConfig } from '../src/config.ts';
import type { signatureDefinition } from '../src/signature/signature.store.ts';
import { type OwnedRecord, type StandInOwner, startStandInOwner } from './stand-in-owner.ts';

export const PASSWORD = 'correct horse battery';

type StoredSignature = typeof signatureDefinition.shape._output;

/** A user of an organisation of the test's own, with the password `PASSWORD`, and the API as that user sees it. */
export type Person = { id: string; orgId: string; api: ApiClient; token(more?: object): string };

/** The workflow service with owners of records that a test fills. */
export type SignatureMesh = {
  identity: StandInIdentity;
  environment: ReturnType<typeof testEnvironment>;
  quality: StandInOwner;
  entity: StandInOwner;
  events: EventTap;
  config: WorkflowConfig;
  /** The service's own database. */
  database: mongo.Db;
  /** The stored signatures, for altering. */
  stored: mongo.Collection<StoredSignature>;
  person(role?: Role, orgId?: string): Person;
  /** A deviation at its beginning, or another record, made by somebody else. */
  record(orgId: string, change?: Partial<OwnedRecord>): OwnedRecord;
  /** Starts the service anew with another configuration, in the place of the one that runs. */
  restart(change: Partial<WorkflowConfig>): Promise<void>;
  stop(): Promise<void>;
};

const CONTENT = {
  title: 'Temperature of cold room 2 left its range',
  description: 'The recorder showed 9.4 °C for 40 minutes.',
  root_cause: { category: 'equipment', description: 'Door seal', identified_date: null },
  related_entities: [{ type: 'product', id: 'ent_1', name: 'Ampoule 5 ml' }],
  priority: 'high',
};

/** A deviation as quality would keep it. */
export const deviationOf = (orgId: string, change: Partial<OwnedRecord>): OwnedRecord => {
  const id = change.id ?? newId('qualityEvent');
  return {
    id,
    orgId,
    type: 'deviation',
    name: CONTENT.title,
    version: 3,
    status: 'draft',
    content: { id, number: 'DEV-2026-0001', ...CONTENT },
    createdBy: newId('user'),
    recordMoves: 0,
    ...change,
  };
};

/** A new Ed25519 private key. */
export const newSigningKey = () => generateKeyPairSync('ed25519').privateKey;

/** Starts it. */
export const startSignatureMesh = async (): Promise<SignatureMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const [quality, entity] = await Promise.all(
    (['quality', 'entity'] as const).map((name) => startStandInOwner(name, identity.meshSecret)),
  );
  if (!quality || !entity) throw new Error('The owners did not start.');
  let config: WorkflowConfig = {
    ...testServiceConfig(environment, identity),
    QUALITY_GRPC_URL: quality.address,
    ENTITY_GRPC_URL: entity.address,
    WORKFLOW_SIGNING_KEY: newSigningKey(),
    WORKFLOW_FORMER_KEYS: [],
  };
  const queue = `test.${randomUUID()}`;
  const start = (): Promise<RunningService> => startWorkflowService(config, { queue });
  let service = await start();
  const events = await tapEvents(environment.amqpUrl);
  const connection = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}workflow` })
    .asPromise();

  const database = connection.getClient().db(connection.name);

  /** The service may be another one by the time of the call. */
  const api = (token: string): ApiClient => {
    const now = (): ApiClient => apiClient(`http://127.0.0.1:${service.httpPort}/v1`, token);
    return {
      get: (...asked) => now().get(...asked),
      post: (...asked) => now().post(...asked),
      patch: (...asked) => now().patch(...asked),
      put: (...asked) => now().put(...asked),
      delete: (...asked) => now().delete(...asked),
      as: (other) => api(other ?? ''),
    };
  };

  return {
    identity,
    environment,
    quality,
    entity,
    events,
    get config() {
      return config;
    },
    database,
    stored: database.collection<StoredSignature>('workflow_signature'),
    person(role = 'quality_manager', orgId = newId('organization')) {
      const id = newId('user');
      identity.setUser({ id, orgId, name: 'Maria Keller', role, password: PASSWORD });
      const token = (more: object = {}): string => identity.token({ orgId, userId: id, role, ...more });
      return { id, orgId, token, api: api(token()) };
    },
    record(orgId, change = {}) {
      const record = deviationOf(orgId, change);
      const owner = record.id.startsWith('qe_') ? quality : entity;
      owner.records.set(record.id, record);
      return record;
    },
    async restart(change) {
      await service.stop();
      config = { ...config, ...change };
      service = await start();
    },
    async stop() {
      await connection.close();
      await events.close();
      await service.stop();
      await quality.stop();
      await entity.stop();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, `${queue}.starts`);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

/** Submits a record with a signature. */
export const submit = (
  { api }: Pick<Person, 'api'>,
  recordId: string,
  { password = PASSWORD, meaning = 'Authorship' }: { password?: string; meaning?: string } = {},
): Promise<ApiAnswer> =>
  api.post(`/workflows/instances/${recordId}/transition`, { to_state: 'submitted', signature: { meaning, password } });

/** Submits a record with a signature, and gives the signature's id. */
export const signed = async (person: Pick<Person, 'api'>, recordId: string): Promise<string> => {
  const { status, body } = await submit(person, recordId);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.signature_record.signature_id;
};
