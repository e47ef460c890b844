import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { newId, type Role, type Scope } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import type { Clock, RunningService } from '@qsc/service-kit';
import {
  type ApiClient,
  apiClient,
  deleteQueue,
  dropDatabases,
  type EventTap,
  eventually,
  makeColleagues,
  openEventPublisher,
  type StandInIdentity,
  startStandInIdentity,
  startTcpProxy,
  type TcpProxy,
  tapEvents,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { startEntityService } from '../../entity/src/compose.ts';
import { NOT_ASKED } from '../../entity/test/not-asked.ts';
import { startStandInReferences } from '../../entity/test/stand-in-references.ts';
import { startQualityService } from '../../quality/src/compose.ts';
import { startWorkflowService } from '../src/compose.ts';
import type { WorkflowConfig } from '../src/config.ts';

/** Someone of an organisation, with the password that the stand-in for identity knows them by. */
export type Person = {
  id: string;
  orgId: string;
  password: string;
  workflow: ApiClient;
  quality: ApiClient;
  entity: ApiClient;
};

/** `alone`: a new organisation has no colleagues who may decide. */
type PersonOptions = {
  alone?: boolean;
  role?: Role;
  orgId?: string;
  scopes?: readonly Scope[];
  kind?: 'user' | 'application';
};

/** The workflow service with the real services of records, quality and entity, on real MongoDB and RabbitMQ. */
export type WorkflowMesh = {
  identity: StandInIdentity;
  config: WorkflowConfig;
  /** Every event that the broker routes. */
  tap: EventTap;
  /** The workflow service's own database. */
  database: Connection;
  /** The proxies between the services: cut, the service behind it is not reachable. */
  wires: { toWorkflow: TcpProxy; toQuality: TcpProxy; toEntity: TcpProxy };
  /** Someone of a new organisation, or of the given one; by default a quality manager. */
  person(options?: PersonOptions): Person;
  /** Publishes an event as the service that owns it would. */
  publish(event: Envelope): Promise<void>;
  /** Another replica of the workflow service. */
  startReplica(): Promise<RunningService>;
  stopWorkflow(): Promise<void>;
  /** Starts it again, with another configuration where one is given. */
  startWorkflow(change?: Partial<WorkflowConfig>): Promise<void>;
  workflowGrpcPort(): number;
  /** Where the workflow service answers gRPC, also after it was started again. */
  workflowAddress: string;
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
/** Where nobody answers. */
const NOWHERE = `${HOST}:9`;
/** A transition is answered when its record has applied it, on any machine. */
const APPLY_MS = 3_600_000;

/** A wire to a service that starts later; `target.port` is set then. */
const openWire = async () => {
  const target = { host: HOST, port: 0 };
  const wire = await startTcpProxy(target);
  return { wire, target, address: `${HOST}:${wire.port}` };
};

/** The owners of records, which know the workflow service by its wire. */
const startOwners = async (
  base: ReturnType<typeof testServiceConfig>,
  { addresses, workflow, queue }: { addresses: typeof NOT_ASKED; workflow: string; queue: string },
) => {
  const [toEntity, toQuality] = await Promise.all([openWire(), openWire()]);
  const entity = await startEntityService(
    { ...base, ...addresses, QUALITY_GRPC_URL: toQuality.address, WORKFLOW_GRPC_URL: workflow },
    { queue: `${queue}.entity` },
  );
  toEntity.target.port = entity.grpcPort;
  const quality = await startQualityService(
    { ...base, ENTITY_GRPC_URL: toEntity.address, CERTIFICATE_GRPC_URL: NOWHERE, WORKFLOW_GRPC_URL: workflow },
    { queue: `${queue}.quality` },
  );
  toQuality.target.port = quality.grpcPort;
  return { entity, quality, toEntity, toQuality };
};

const queueNames = (queue: string): string[] =>
  ['entity', 'quality', 'workflow.starts', 'workflow.reactions'].map((name) => `${queue}.${name}`);

/** Starts it; `clock` is the workflow service's, `audit` the address of an audit service. */
export const startWorkflowMesh = async (clock?: Clock, audit = NOWHERE): Promise<WorkflowMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const base = testServiceConfig(environment, identity);
  const queue = `test.${randomUUID()}`;
  const toWorkflow = await openWire();
  const referring = await startStandInReferences(identity.meshSecret);
  const { entity, quality, toEntity, toQuality } = await startOwners(base, {
    addresses: { ...NOT_ASKED, ...referring.addresses, AUDIT_GRPC_URL: audit },
    workflow: toWorkflow.address,
    queue,
  });
  let config: WorkflowConfig = {
    ...base,
    AUDIT_GRPC_URL: audit,
    ENTITY_GRPC_URL: toEntity.address,
    QUALITY_GRPC_URL: toQuality.address,
    WORKFLOW_SIGNING_KEY: generateKeyPairSync('ed25519').privateKey,
    WORKFLOW_FORMER_KEYS: [],
  };
  const startReplica = async () => {
    const options = { queue: `${queue}.workflow`, applyMs: APPLY_MS, ...(clock ? { clock } : {}) };
    const replica = await startWorkflowService(config, options);
    await untilReady(replica);
    return replica;
  };
  const start = async (): Promise<RunningService> => {
    const started = await startReplica();
    toWorkflow.target.port = started.grpcPort;
    return started;
  };
  let workflow = await start();
  await Promise.all([entity, quality].map(untilReady));
  const tap = await tapEvents(environment.amqpUrl);
  const publisher = await openEventPublisher(environment.amqpUrl);
  const database = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}workflow` })
    .asPromise();

  const person: WorkflowMesh['person'] = ({
    role = 'quality_manager',
    alone = false,
    orgId: given,
    kind = 'user',
    ...options
  } = {}) => {
    const id = newId(kind === 'user' ? 'user' : 'application');
    const password = randomUUID();
    const orgId = given ?? newId('organization');
    if (!given && !alone) makeColleagues(orgId).forEach(identity.setUser);
    if (kind === 'user') identity.setUser({ id, orgId, name: `${role} ${id}`, role, password });
    const token = identity.token({ orgId, role: kind === 'user' ? role : null, userId: id, kind, ...options });
    const client = ({ httpPort }: RunningService) => apiClient(`http://${HOST}:${httpPort}`, token);
    return {
      id,
      orgId,
      password,
      get workflow() {
        return client(workflow);
      },
      quality: client(quality),
      entity: client(entity),
    };
  };

  return {
    identity,
    get config() {
      return config;
    },
    tap,
    database,
    wires: { toWorkflow: toWorkflow.wire, toQuality: toQuality.wire, toEntity: toEntity.wire },
    person,
    publish: publisher.publish,
    startReplica,
    stopWorkflow: () => workflow.stop(),
    async startWorkflow(change = {}) {
      config = { ...config, ...change };
      workflow = await start();
    },
    workflowGrpcPort: () => workflow.grpcPort,
    workflowAddress: toWorkflow.address,
    async stop() {
      await workflow.stop();
      await Promise.all([quality.stop(), entity.stop()]);
      await referring.stop();
      await Promise.all([toWorkflow, toEntity, toQuality].map(({ wire }) => wire.close()));
      await identity.stop();
      await tap.close();
      await publisher.close();
      for (const name of queueNames(queue)) await deleteQueue(environment.amqpUrl, name);
      await database.close();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

type Opened = { id: string; version: number; status: string; type: string };

/** A quality event as its owner has it at version 1. */
export const openQualityEvent = async (by: Person, type = 'deviation', more: object = {}): Promise<Opened> => {
  const body = { type, title: `A ${type}`, description: 'Seen in the test', ...more };
  const { status, body: answer } = await by.quality.post('/v1/quality-events', body);
  if (status !== 201) throw new Error(`The ${type} was not created: ${status} ${JSON.stringify(answer)}`);
  return answer.data;
};

/** A document as its owner has it at version 1. */
export const openDocument = async (by: Person, more: object = {}): Promise<{ id: string; version: number }> => {
  const { status, body } = await by.entity.post('/v1/entities', { type: 'document', name: 'An SOP', ...more });
  if (status !== 201) throw new Error(`The document was not created: ${status} ${JSON.stringify(body)}`);
  return body.data;
};

/** The instance of a record, as the API shows it. */
export const readInstance = async (by: Person, recordId: string) =>
  (await by.workflow.get(`/v1/workflows/instances/${recordId}`)).body.data;

/** Requests a transition. */
export const transition = (by: Person, recordId: string, to_state: string, more: object = {}) =>
  by.workflow.post(`/v1/workflows/instances/${recordId}/transition`, { to_state, ...more });

/** Resolves when the record at its owner has the status. */
export const whenStatus = (by: Person, eventId: string, status: string): Promise<Opened> =>
  eventually(`the quality event is ${status}`, async () => {
    const { data } = (await by.quality.get(`/v1/quality-events/${eventId}`)).body;
    return data.status === status && data;
  });
