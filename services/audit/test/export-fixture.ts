import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newId } from '@qsc/contracts';
import { openFileStore } from '@qsc/file-store';
import { type Clock, type Kit, makeKeyRing, type RunningService, startService } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { makeChainStore } from '../src/chain/chain.store.ts';
import { openChains } from '../src/chain/open-chains.ts';
import { auditCollections } from '../src/collections.ts';
import type { WorkerConfig } from '../src/config.ts';
import { entryDefinition } from '../src/entry/entry.store.ts';
import { type AuditEntry, EMPTY_CHAIN, entryAfter } from '../src/entry/entry.ts';
import { exportDefinition, makeExportStore } from '../src/export/export.store.ts';
import { makeExportWorker } from '../src/export/export.worker.ts';
import { openExportedLog } from '../src/export/exported-log.ts';
import { startAuditWorker } from '../src/worker-compose.ts';
import { type AuditFixture, exportQueueName, makeActEvent, startAudit } from './audit-fixture.ts';

/** What of an event is to differ. */
type Given = NonNullable<Parameters<typeof makeActEvent>[1]>;

export type ShownJob = {
  job_id: string;
  status: string;
  download_url: string;
  signature_url: string;
  checksum: string;
} & Record<string, unknown>;

/** A file as a caller gets it. */
export type Taken = { status: number; headers: Headers; bytes: Buffer };

const EVERY_MS = 20;

/** The entries of events in an organisation's chain, without their way through the broker. */
export const makeChain = (orgId: string, given: readonly Given[]): AuditEntry[] => {
  const entries: AuditEntry[] = [];
  for (const one of given) {
    const event = makeActEvent(orgId, one);
    const action = { eventId: event.id, orgId, time: new Date(event.time), facts: event.data.audit };
    entries.push(entryAfter(entries.at(-1) ?? EMPTY_CHAIN, action, new Date(event.time)));
  }
  return entries;
};

/** Another program on the service's database, for what no caller can bring about: parts of the worker, put together by hand. */
export const openBackstage = async (config: WorkerConfig) => {
  let opened: Kit | undefined;
  const running = await startService({
    name: 'backstage',
    database: 'audit',
    config,
    collections: auditCollections,
    compose: (kit) => {
      opened = kit;
      return { routes: [] };
    },
  });
  if (!opened) throw new Error('the backstage was not composed');
  const { open, unitOfWork, clock, log } = opened;
  const ring = makeKeyRing({ signingKey: config.AUDIT_SIGNING_KEY });
  const files = await openFileStore(config, opened);
  const chains = openChains(opened, { ring, files, checkpointArchive: null });
  const parts = {
    store: makeExportStore(open(exportDefinition)),
    entries: openExportedLog(open(entryDefinition), chains),
    files,
    organizations: { get: async () => ({ name: 'Acme Pharma' }) },
    ring,
    unitOfWork,
    clock,
    log,
    ttlMs: 60_000,
    progressMs: 0,
  };
  return {
    kit: opened,
    parts,
    worker: (over: Partial<typeof parts> = {}) => makeExportWorker({ ...parts, ...over }),
    task: (orgId: string, jobId: string) => ({
      id: newId('event'),
      type: 'audit.export.v1',
      orgid: orgId,
      requestid: newId('request'),
      payload: { job_id: jobId },
    }),
    stop: running.stop,
  };
};

export type Backstage = Awaited<ReturnType<typeof openBackstage>>;

export type ExportFixture = Omit<AuditFixture, 'startWorker'> & {
  /** Puts entries into an organisation's empty chain. */
  fill(orgId: string, given: readonly Given[]): Promise<AuditEntry[]>;
  /** @param segmentEntries the most of an archived segment, where that is not the usual one. */
  startWorker(segmentEntries?: number): Promise<RunningService>;
  /** A worker as a process of its own that begins with an export and never ends it. */
  startEndlessWorker(): Promise<ChildProcess>;
  backstage(): Promise<Backstage>;
  /** Asks for an export of all there is; refuses another answer than 202. */
  ask(orgId: string, request?: Record<string, unknown>): Promise<ShownJob>;
  job(orgId: string, jobId: string): Promise<ShownJob>;
  /** The job once it has ended. */
  ended(orgId: string, jobId: string): Promise<ShownJob>;
  /** What is behind a path of a job. */
  take(orgId: string, path: string, headers?: Record<string, string>): Promise<Taken>;
};

/** Everything that a test may ask an export for. */
const ALL = { format: 'json', from: '2020-01-01', to: '2100-01-01' };

/** Starts the audit service, and workers of exports as a test wants them. */
export const startExports = async (clock?: Clock): Promise<ExportFixture> => {
  const audit = await startAudit({}, clock ? { clock } : {});
  const chain = makeChainStore(audit.entries);
  const config: WorkerConfig = { ...audit.config, AUDIT_CHECKPOINT_ENTRIES: 10_000, AUDIT_CHECKPOINT_SECONDS: 3_600 };
  const exportQueue = exportQueueName(audit.queuePrefix);
  const ends: (() => Promise<unknown>)[] = [];
  const keeping = <Started extends { stop(): Promise<unknown> }>(started: Started): Started => {
    ends.push(() => started.stop());
    return started;
  };
  const job: ExportFixture['job'] = async (orgId, jobId) =>
    (await audit.api(orgId).get(`/audit-logs/export/${jobId}`)).body.data;
  return {
    ...audit,
    async fill(orgId, given) {
      const entries = makeChain(orgId, given);
      await chain.append(entries);
      return entries;
    },
    startWorker: async (segmentEntries) =>
      keeping(
        await startAuditWorker(config, {
          exportQueue,
          everyMs: EVERY_MS,
          ...(clock ? { clock } : {}),
          ...(segmentEntries === undefined ? {} : { segmentEntries }),
        }),
      ),
    async startEndlessWorker() {
      const key = audit.config.AUDIT_SIGNING_KEY.export({ format: 'der', type: 'pkcs8' }).toString('base64');
      const setting = JSON.stringify({ config, key, exportQueue });
      const env = { ...process.env, WORKER_SETTING: setting };
      const child = fork(join(import.meta.dirname, 'program/endless-worker.ts'), { env, execArgv: [] });
      ends.push(async () => child.kill('SIGKILL'));
      await once(child, 'message');
      return child;
    },
    backstage: async () => keeping(await openBackstage(config)),
    async ask(orgId, request = {}) {
      const { status, body } = await audit.api(orgId).post('/audit-logs/export', { ...ALL, ...request });
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body.data;
    },
    job,
    ended: (orgId, jobId) =>
      eventually('the export has ended', async () => {
        const shown = await job(orgId, jobId);
        return shown.status !== 'processing' && shown;
      }),
    async take(orgId, path, headers = {}) {
      const authorization = `Bearer ${audit.identity.token({ orgId })}`;
      const response = await fetch(`${audit.origin}${path}`, { headers: { authorization, ...headers } });
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
    async stop() {
      for (const end of ends) await end();
      await audit.stop();
    },
  };
};
