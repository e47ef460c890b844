import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newId, systemActor } from '@qsc/contracts';
import { EMBEDDED_FILES, type FileStore, fileCollections, openFileStore } from '@qsc/file-store';
import { insert, type Kit, type RunningService, startService, systemCall } from '@qsc/service-kit';
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
} from '@qsc/test-kit';
import { certificateDefinition, historyDefinition, toStored } from '../src/certificate/certificate.store.ts';
import { type Certificate, FIRST_RUN } from '../src/certificate/certificate.ts';
import { startCertificateService } from '../src/compose.ts';
import type { CertificateConfig, WorkerConfig } from '../src/config.ts';
import { makeRequestExtraction } from '../src/extraction/extraction.service.ts';
import { startCertificateWorker } from '../src/worker-compose.ts';

export const ORG = 'org_certificates';

/** A worker as a process of its own. */
export type WorkerProgram = {
  /** The processes that it reads documents in. */
  readers(): number[];
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** A certificate service with its identity, database and broker, and what a test needs around it. */
export type Stage = {
  identity: StandInIdentity;
  api: ApiClient;
  kit: Kit;
  files: FileStore;
  tap: EventTap;
  config: WorkerConfig;
  queue: string;
  /** A certificate that stands as given, without its way through the API. */
  place(certificate: Partial<Certificate>): Promise<Certificate>;
  /** An uploaded certificate whose first run is asked for. */
  upload(bytes: Uint8Array, certificate?: Partial<Certificate>): Promise<Certificate>;
  /** `now`: where its clock stands; the usual one goes on. */
  startWorker(setting?: { now?: Date }): Promise<WorkerProgram>;
  /** A worker in this process, whose sweeps hardly pause, by a clock that the test sets. */
  startWorkerHere(clock: { now: Date }): Promise<RunningService>;
  stop(): Promise<void>;
};

const EVERY_MS = 20;
const NOW = new Date('2026-03-02T09:30:00.000Z');

const makeCertificate = (over: Partial<Certificate>): Certificate => ({
  id: newId('certificate'),
  org_id: ORG,
  type: 'coa',
  name: 'Certificate of Analysis',
  status: 'pending',
  supplier_id: newId('entity'),
  component_id: null,
  batch_number: null,
  issue_date: null,
  expiry_date: null,
  supersedes: null,
  superseded_by: null,
  document: { file_id: newId('file'), filename: 'coa.pdf', mime_type: 'application/pdf', size_bytes: 1, checksum: '' },
  extraction: FIRST_RUN,
  overrides: [],
  validation: null,
  version: 1,
  created_at: NOW,
  updated_at: NOW,
  created_by: 'usr_uploader',
  ...over,
});

/** A service of the same database, for what a test writes past the API. */
const openBackstage = async (config: WorkerConfig) => {
  let opened: Kit | undefined;
  const collections = [certificateDefinition, historyDefinition, ...fileCollections];
  const running = await startService({
    name: 'backstage',
    database: 'certificate',
    config,
    collections,
    compose: (kit) => {
      opened = kit;
      return { routes: [] };
    },
  });
  if (!opened) throw new Error('the backstage was not composed');
  return { running, kit: opened, files: await openFileStore(config, opened) };
};

const makeProgram = (child: ChildProcess): WorkerProgram => ({
  readers: () =>
    (readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
  async kill(signal) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  },
});

/** Opens the stage: the service is started, a worker is not. */
export const openStage = async (settings: Partial<WorkerConfig> = {}): Promise<Stage> => {
  const environment = testEnvironment();
  const identity: StandInIdentity = await startStandInIdentity();
  const config = {
    ...testServiceConfig(environment, identity),
    ...EMBEDDED_FILES,
    // No test of the stage uploads through the API, which asks the entity service.
    ENTITY_GRPC_URL: '127.0.0.1:1',
    ...settings,
  } satisfies CertificateConfig & WorkerConfig;
  const queue = `test.${randomUUID()}`;
  const service: RunningService = await startCertificateService(config, { queue });
  const { running, kit, files } = await openBackstage(config);
  const tap = await tapEvents(environment.amqpUrl);
  const token = identity.token({ orgId: ORG });
  const certificates = kit.open(certificateDefinition);
  const requestExtraction = makeRequestExtraction(kit.tasks, queue);
  const workers: WorkerProgram[] = [];
  const here: RunningService[] = [];
  return {
    identity,
    api: apiClient(`http://127.0.0.1:${service.httpPort}`, token),
    kit,
    files,
    tap,
    config,
    queue,
    async place(over) {
      const certificate = makeCertificate(over);
      await kit.unitOfWork.commit([insert(certificates, toStored(certificate))], []);
      return certificate;
    },
    async upload(bytes, over = {}) {
      const file = await files.put(Readable.from([bytes]), { orgId: ORG });
      const document = { ...file, filename: 'coa.pdf', mime_type: 'application/pdf' };
      const certificate = makeCertificate({ document, ...over });
      const call = { ...systemCall(ORG, NOW), actor: { ...systemActor(ORG), id: 'usr_uploader' } };
      const stored = insert(certificates, toStored(certificate));
      await kit.unitOfWork.commit([stored, files.confirm(file), requestExtraction(certificate, call)], []);
      return certificate;
    },
    async startWorker({ now } = {}) {
      const env = { ...process.env, WORKER_SETTING: JSON.stringify({ config, queue, now, everyMs: EVERY_MS }) };
      const child = fork(join(import.meta.dirname, 'program/worker-main.ts'), { env, execArgv: [] });
      await once(child, 'message');
      const program = makeProgram(child);
      workers.push(program);
      return program;
    },
    async startWorkerHere(clock) {
      const worker = await startCertificateWorker(config, { clock: () => clock.now, queue, everyMs: EVERY_MS });
      here.push(worker);
      return worker;
    },
    async stop() {
      for (const worker of here) await worker.stop();
      for (const worker of workers) await worker.kill('SIGKILL');
      await tap.close();
      await running.stop();
      await service.stop();
      await identity.stop();
      await deleteQueue(environment.amqpUrl, queue);
      await dropDatabases(environment.mongodbUri, environment.prefix);
    },
  };
};
