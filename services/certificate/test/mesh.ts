import { newId, type Role, type Scope } from '@qsc/contracts';
import { EMBEDDED_FILES } from '@qsc/file-store';
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
import mongoose, { type Connection } from 'mongoose';
import { startEntityService } from '../../entity/src/compose.ts';
import { NOT_ASKED } from '../../entity/test/not-asked.ts';
import { startCertificateService } from '../src/compose.ts';

export { EMBEDDED_FILES } from '@qsc/file-store';

export type Metadata = Record<string, unknown>;

export type CertificateClient = ApiClient & {
  orgId: string;
  token: string;
  /** Uploads a document; the smallest PDF and the metadata of a GMP certificate unless given. */
  upload(
    metadata?: Metadata,
    file?: { name?: string; bytes?: Buffer | string },
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>;
  /** Uploads, and gives the certificate. */
  certificate(metadata?: Metadata): Promise<{ id: string; version: number; document: { file_id: string } }>;
  /** Creates a supplier or component and gives its id. */
  entity(type: 'supplier' | 'component'): Promise<string>;
};

/** The certificate service and the real entity service on real MongoDB and RabbitMQ, with a clock that the test sets. */
export type CertificateMesh = {
  identity: StandInIdentity;
  service: RunningService;
  url: string;
  clock: { now: Date };
  events: EventTap;
  database: Connection;
  client(options?: {
    orgId?: string;
    scopes?: readonly Scope[];
    role?: Role | null;
    kind?: 'user' | 'application';
  }): CertificateClient;
  stop(): Promise<void>;
};

/** A PDF of one empty page. */
export const SMALL_PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\nxref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000052 00000 n \n0000000101 00000 n \ntrailer<</Size 4/Root 1 0 R>>\nstartxref\n164\n%%EOF\n',
);

const makeClient = (urls: { certificate: string; entity: string }, token: string, orgId: string): CertificateClient => {
  const api = apiClient(urls.certificate, token);
  const upload: CertificateClient['upload'] = async (
    metadata = {},
    { name = 'gmp.pdf', bytes = SMALL_PDF } = {},
    headers = {},
  ) => {
    const form = new FormData();
    form.append('metadata', JSON.stringify({ type: 'gmp', name: 'A certificate', ...metadata }));
    form.append('file', new Blob([bytes as string]), name);
    const answer = await fetch(`${urls.certificate}/v1/certificates`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body: form,
    });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
  };
  return {
    ...api,
    orgId,
    token,
    upload,
    async certificate(metadata) {
      const { status, body } = await upload(metadata);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data;
    },
    async entity(type) {
      const attributes = type === 'supplier' ? { supplier_code: newId('event') } : {};
      const answer = await apiClient(urls.entity, token).post('/v1/entities', { type, name: `A ${type}`, attributes });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.data.id;
    },
  };
};

/** Starts it. */
export const startCertificateMesh = async (now = new Date('2026-03-02T09:30:00Z')): Promise<CertificateMesh> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const shared = testServiceConfig(environment, identity);
  const clock = { now };
  const queue = `test.${newId('event')}`;
  const moves = `${queue}.moves`;
  const entity = await startEntityService({ ...shared, ...NOT_ASKED }, { queue: moves });
  const config = { ...shared, ...EMBEDDED_FILES, ENTITY_GRPC_URL: `127.0.0.1:${entity.grpcPort}` };
  const service = await startCertificateService(config, { clock: () => clock.now, queue });
  const urls = { certificate: `http://127.0.0.1:${service.httpPort}`, entity: `http://127.0.0.1:${entity.httpPort}` };
  const events = await tapEvents(environment.amqpUrl);
  const database = await mongoose
    .createConnection(environment.mongodbUri, { dbName: `${environment.prefix}certificate` })
    .asPromise();
  return {
    identity,
    service,
    url: urls.certificate,
    clock,
    events,
    database,
    client: ({ orgId = newId('organization'), ...options } = {}) =>
      makeClient(urls, identity.token({ orgId, ...options }), orgId),
    async stop() {
      await database.close();
      await events.close();
      await service.stop();
      await entity.stop();
      await identity.stop();
      for (const name of [queue, moves]) await deleteQueue(environment.amqpUrl, name);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};

/** How many documents, pieces of files and marks there are. */
export const storedCounts = async ({ database }: CertificateMesh): Promise<Record<string, number>> => {
  const names = ['certificate', 'certificate_history', 'file.files', 'file.chunks', 'file_mark'];
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await database.collection(name).countDocuments()] as const)),
  );
};

type Row = { parameter: string; specification: string | null; result: string | null; status: 'pass' | 'fail' | null };

/** Puts what a run of the extraction would have read beside a certificate, as the program that reads certificates does. */
export const asRead = async (
  { database }: CertificateMesh,
  id: string,
  read: { rows?: Row[]; fields?: object } = {},
) => {
  const data = {
    ...Object.fromEntries(
      [
        ...['batch_number', 'manufacturing_date', 'expiry_date', 'issue_date', 'retest_date', 'manufacturer'],
        ...['manufacturing_site', 'holder', 'scope', 'certificate_number'],
      ].map((field) => [field, null]),
    ),
    test_results: (read.rows ?? []).map((row) => ({ ...row, confidence: 0.9, page: null, box: null })),
    field_confidence: {},
    field_places: {},
    warnings: [],
    ...read.fields,
  };
  await database
    .collection<{ _id: string }>('certificate')
    .updateOne(
      { _id: id },
      { $set: { 'extraction.status': 'complete', 'extraction.data': data, 'extraction.confidence_score': 0.9 } },
    );
};
