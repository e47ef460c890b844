import { randomUUID } from 'node:crypto';
import { newId, type Role, type Scope } from '@qsc/contracts';
import { BROKER, parkingQueueName, toRoutingKey } from '@qsc/contracts/events';
import {
  type AppError,
  type Clock,
  loadService,
  makeLog,
  type RunningService,
  type Setup,
  startGrpcServer,
  superviseBroker,
  unary,
} from '@qsc/service-kit';
import {
  type ApiClient,
  AS_SERVICES_READ,
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import mongoose, { type Connection } from 'mongoose';
import { startEntityService } from '../../entity/src/compose.ts';
import { NOT_ASKED } from '../../entity/test/not-asked.ts';
import { startStandInAudit } from '../../entity/test/stand-in-audit.ts';
import { startStandInReferences } from '../../entity/test/stand-in-references.ts';
import { startStandInWorkflow } from '../../entity/test/stand-in-workflow.ts';
import { startSupplierService } from '../src/compose.ts';
import type { SupplierConfig } from '../src/config.ts';

type Client = ApiClient & { orgId: string };

type ClientOptions = { orgId?: string; scopes?: readonly Scope[]; role?: Role };

/** The records that a service returns for a rebuild, by organisation, as events carry them. */
export type Scanned = { org_id: string; snapshot: { id: string } };

/** The supplier service beside a real entity service, on real MongoDB and RabbitMQ. */
export type SupplierMesh = {
  identity: StandInIdentity;
  supplier: RunningService;
  config: SupplierConfig;
  queue: string;
  /** The supplier service's own database. */
  database: Connection;
  /** The certificates and the quality events that their services have. */
  scanned: Scanned[];
  scannedEvents: Scanned[];
  supplierApi(options?: ClientOptions): Client;
  entityApi(orgId: string, options?: ClientOptions): Client;
  /** Publishes an event as its owner would, with the record. */
  publish(type: string, orgId: string, record: object): void;
  /** Resolves when everything that was published before is in the read model. */
  settled(): Promise<void>;
  /** Stops the supplier service and leaves the rest. */
  stopSupplier(): Promise<void>;
  stop(): Promise<void>;
};

const audit = {
  action: 'update',
  entity_type: 'certificate',
  entity_id: 'x',
  entity_name: 'x',
  entity_version: 1,
  user: { id: 'usr', email: null, name: 'user', role: null },
  client: { ip_address: null, user_agent: null, api_key_id: null },
  changes: {},
  metadata: { reason: null, workflow_state: null, request_id: 'req' },
  signature: { required: false, signed: false, signature_id: null, meaning: null },
};

const toEvent = (type: string, orgid: string, record: object) => ({
  specversion: '1.0',
  id: newId('event'),
  source: `/services/${type.slice(0, type.indexOf('.'))}`,
  type,
  subject: 'x',
  time: new Date().toISOString(),
  datacontenttype: 'application/json',
  orgid,
  actor: 'usr',
  requestid: 'req',
  data: { audit, record },
});

/** A certificate as its events carry it. */
export const certificate = (supplier_id: string, more: object = {}) => ({
  id: newId('certificate'),
  type: 'iso',
  name: 'ISO 9001',
  status: 'valid',
  supplier_id,
  component_id: null,
  batch_number: null,
  issue_date: '2026-01-01',
  expiry_date: null,
  extraction_status: 'complete',
  version: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** A quality event as its events carry it. */
export const qualityEvent = (relatedId: string, more: object = {}) => ({
  id: newId('qualityEvent'),
  type: 'deviation',
  number: 'DEV-2026-0001',
  title: 'Deviation',
  status: 'investigation',
  priority: 'medium',
  classification: 'major',
  category: null,
  related_entities: [{ type: 'supplier', id: relatedId }],
  assigned_to: null,
  due_date: null,
  source_event_id: null,
  effectiveness: null,
  created_by: 'usr_1',
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

type ChannelModel = Parameters<Setup>[0];
type Channel = Awaited<ReturnType<ChannelModel['createChannel']>>;

const OWNERS = {
  certificate: {
    scan: 'ScanCertificates',
    rows: 'certificates',
    list: 'ListSupplierCertificates',
    of: 'CertificateService',
  },
  quality: { scan: 'ScanQualityEvents', rows: 'events', list: 'ListRelatedQualityEvents', of: 'QualityService' },
} as const;

/** Stands in for the certificate or the quality service, with the scan alone. */
const startScan = (name: keyof typeof OWNERS, scanned: Scanned[], meshSecret: string) => {
  const { scan, rows, list, of } = OWNERS[name];
  const answer = async ({ after_id }: { after_id: string }) => ({
    [rows]: scanned
      .filter(({ snapshot }) => snapshot.id > after_id)
      .toSorted((one, other) => (one.snapshot.id < other.snapshot.id ? -1 : 1))
      .slice(0, 3)
      .map(({ org_id, snapshot }) => ({ org_id, snapshot_json: JSON.stringify(snapshot) })),
  });
  const refuse = (_call: unknown, callback: (error: Partial<AppError>) => void) => callback({});
  return startGrpcServer('127.0.0.1:0', { name, secret: meshSecret }, [
    {
      definition: loadService(`${name}/v1/${name}.proto`, `qsc.${name}.v1.${of}`),
      implementation: { [scan]: unary(makeLog('scan', 'error'), answer), [list]: refuse as never },
    },
  ]);
};

const openBroker = (url: string) =>
  new Promise<{ channel: Channel; close: () => Promise<void> }>((resolve) => {
    const opened: Setup = async (connection) => {
      const channel = await connection.createChannel();
      resolve({ channel, close: () => broker.close() });
    };
    const broker = superviseBroker(url, [opened], makeLog('test', 'error'));
  });

const publisher = (channel: Channel) => (type: string, orgId: string, record: { type?: string }) =>
  void channel.publish(
    BROKER.exchange,
    toRoutingKey(type, record.type),
    Buffer.from(JSON.stringify(toEvent(type, orgId, record))),
  );

/** Starts it; `clock` is the supplier service's. */
export const startSupplierMesh = async (clock?: Clock): Promise<SupplierMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const base = testServiceConfig(environment, identity);
  const queue = `test.${randomUUID()}`;
  const transitionsQueue = `${queue}.moves`;
  const workflow = await startStandInWorkflow(identity.meshSecret);
  const audit = await startStandInAudit(identity.meshSecret);
  const referring = await startStandInReferences(identity.meshSecret);
  const entity = await startEntityService(
    {
      ...base,
      ...NOT_ASKED,
      ...referring.addresses,
      WORKFLOW_GRPC_URL: workflow.address,
      AUDIT_GRPC_URL: audit.address,
    },
    { queue: transitionsQueue },
  );
  const scanned: Scanned[] = [];
  const scannedEvents: Scanned[] = [];
  const certificates = await startScan('certificate', scanned, identity.meshSecret);
  const quality = await startScan('quality', scannedEvents, identity.meshSecret);
  const config: SupplierConfig = {
    ...base,
    ENTITY_GRPC_URL: `127.0.0.1:${entity.grpcPort}`,
    CERTIFICATE_GRPC_URL: `127.0.0.1:${certificates.port}`,
    QUALITY_GRPC_URL: `127.0.0.1:${quality.port}`,
  };
  const companionQueue = `${queue}.companion`;
  const supplier = await startSupplierService(config, { queue, ...(clock ? { clock } : {}) });
  const { channel, close } = await openBroker(environment.amqpUrl);
  const database = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}supplier` })
    .asPromise();
  const publish = publisher(channel);
  await Promise.all([entity, supplier].map(untilReady));
  const makeClient = (port: number, { orgId = newId('organization'), ...options }: ClientOptions = {}): Client => ({
    ...apiClient(`http://127.0.0.1:${port}`, identity.token({ orgId, ...options })),
    orgId,
  });

  return {
    identity,
    supplier,
    config,
    queue,
    database,
    scanned,
    scannedEvents,
    supplierApi: (options) => makeClient(supplier.httpPort, options),
    entityApi: (orgId, options) => makeClient(entity.httpPort, { orgId, ...options }),
    publish,
    async settled() {
      const entities = database.getClient().db(`${environment.prefix}entity`).collection('outbox');
      await eventually(
        'entity has sent its events',
        async () => (await entities.findOne({ claimed_until: { $exists: true } })) === null,
      );
      const marker = certificate('ent_mark', { id: `cert_mark_${randomUUID()}` });
      publish('certificate.certificate.created.v1', 'org_mark', marker);
      const rows = database.collection<{ _id: string }>('supplier_certificate');
      await eventually('the read model is settled', () => rows.findOne({ _id: marker.id }, AS_SERVICES_READ));
    },
    stopSupplier: supplier.stop,
    async stop() {
      await supplier.stop();
      await entity.stop();
      await workflow.stop();
      await audit.stop();
      await referring.stop();
      await certificates.stop();
      await quality.stop();
      await identity.stop();
      for (const name of [queue, companionQueue, transitionsQueue].flatMap((one) => [one, parkingQueueName(one)]))
        await channel.deleteQueue(name);
      await close();
      await database.close();
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
