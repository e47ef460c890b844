import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Schemas } from '@qsc/client';
import type { MongoClient } from 'mongodb';
import { checkpointDefinition } from '../../../services/audit/src/checkpoint/checkpoint.store.ts';
import { entryDefinition, type StoredEntry } from '../../../services/audit/src/entry/entry.store.ts';
import { Advice } from '../../runtime/command-line.ts';
import { makeClient, type Target, until } from '../api.ts';
import { databaseName } from '../bare-driver.ts';
import type { BenchMesh } from '../mesh.ts';
import { filledWith } from '../rows/row.ts';
import { peakWhile } from '../usage.ts';

/** What the whole of an organisation's log takes, in seconds, and the most memory of the process that does it, in MiB. */
export type WholeLog = {
  entries: number;
  verify_seconds: number;
  verify_floor_seconds: number;
  verify_mib: number;
  export_seconds: number;
  export_floor_seconds: number;
  export_mib: number;
  export_bytes: number;
};

type Verified = { data: { valid: boolean; entries_checked: number } };

type Job = Schemas['AuditExport'];

const READ_BATCH = 500;
/** So many new entries are worth a checkpoint to the worker. */
const CHECKPOINT_ENTRIES = 10_000;

/** Longer than any entry is old, to the end of the day that is measured. */
const EVER = { from: '2000-01-01', to: '2100-01-01' };

const measureSeconds = async <Answer>(work: () => Promise<Answer>): Promise<{ seconds: number; answer: Answer }> => {
  const began = performance.now();
  const answer = await work();
  return { seconds: (performance.now() - began) / 1_000, answer };
};

/** Of the audit service itself, since the gateway does not wait for minutes; `fetch` would not either. */
const verify = async ({ url, token }: Target): Promise<number> => {
  const found = await new Promise<Verified>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(`${url}/v1/audit-logs/verify`, { headers }, (answer) => resolve(json(answer) as Promise<Verified>)).once(
      'error',
      reject,
    );
  });
  if (found.data?.valid !== true) throw new Error(`The log was not verified: ${JSON.stringify(found)}`);
  return found.data.entries_checked;
};

const exportAll = async (target: Target): Promise<Job> => {
  const { auditLogs } = makeClient(target);
  const { job_id } = await auditLogs.export({ ...EVER, format: 'csv' });
  return until('the export is done', async () => {
    const job = await auditLogs.getExport(job_id);
    if (job.status === 'completed') return job;
    if (job.status === 'processing') return null;
    throw new Error(`The export is ${job.status}.`);
  });
};

const getCollection = (client: MongoClient) =>
  client.db(databaseName('audit')).collection<StoredEntry>(entryDefinition.name);

/** The worker recomputes what is new for its next checkpoint; what is measured while it does would not be the export alone. */
const untilCheckpointed = async (client: MongoClient, org_id: string): Promise<void> => {
  const checkpoints = client.db(databaseName('audit')).collection<{ sequence: number }>(checkpointDefinition.name);
  const newest = { sort: { sequence: -1 }, projection: { sequence: 1 } } as const;
  await until('the audit worker has made a checkpoint of what is new', async () => {
    const [entry, checkpoint] = await Promise.all([
      getCollection(client).findOne({ org_id }, newest),
      checkpoints.findOne({ org_id }, newest),
    ]);
    return (entry?.sequence ?? 0) - (checkpoint?.sequence ?? 0) < CHECKPOINT_ENTRIES;
  });
};

const listEntries = (client: MongoClient, org_id: string) =>
  getCollection(client).find({ org_id }).sort({ sequence: 1 }).batchSize(READ_BATCH);

const walk = async (client: MongoClient, orgId: string): Promise<void> => {
  for await (const _entry of listEntries(client, orgId));
};

/** The entries as lines of JSON in a file: no columns, no hash, no signature, no store. */
const writeAll = async (client: MongoClient, orgId: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-log-'));
  const lines = listEntries(client, orgId).map((entry) => `${JSON.stringify(entry)}\n`);
  try {
    await pipeline(Readable.from(lines), createWriteStream(join(folder, 'entries.json')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const requirePid = (processes: BenchMesh['processes'], name: string): number => {
  const pid = processes.find((one) => one.name === name)?.pid;
  if (!pid) throw new Advice(`The program ${name} does not run, so its memory cannot be measured.`);
  return pid;
};

/**
 * Verifies the whole log and exports it as csv, each once and beside what the driver alone takes to read the same entries, for the
 * export to write them too.
 */
export const measureWholeLog = async (mesh: BenchMesh): Promise<WholeLog> => {
  const { target, client, at, processes } = mesh;
  const { orgId } = filledWith(mesh, 'audit');
  const pids = { service: requirePid(processes, 'audit'), worker: requirePid(processes, 'audit-worker') };
  await untilCheckpointed(client, orgId);
  const verifyFloor = await measureSeconds(() => walk(client, orgId));
  const service = await at('audit');
  const verified = await measureSeconds(() => peakWhile(pids.service, () => verify(service)));
  const exportFloor = await measureSeconds(() => writeAll(client, orgId));
  const exported = await measureSeconds(() => peakWhile(pids.worker, () => exportAll(target)));
  return {
    entries: exported.answer.result.records_exported,
    verify_seconds: verified.seconds,
    verify_floor_seconds: verifyFloor.seconds,
    verify_mib: verified.answer.mib,
    export_seconds: exported.seconds,
    export_floor_seconds: exportFloor.seconds,
    export_mib: exported.answer.mib,
    export_bytes: exported.answer.result.file_size_bytes ?? 0,
  };
};
