import { Readable } from 'node:stream';
import type { auditTasks, Task } from '@qsc/contracts/events';
import type { FileStore, StoredFile } from '@qsc/file-store';
import { type Clock, type KeyRing, type Log, type Sealing, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { z } from 'zod';
import type { StoredEntry } from '../entry/entry.store.ts';
import { UnreadableArchive } from '../segment/segment.reader.ts';
import type { ExportStore } from './export.store.ts';
import { completed, type ExportJob, failed, progressed } from './export.ts';
import { toContent } from './export-content.ts';
import { EXPORT_SEAL } from './export-file.ts';
import type { ExportedLog } from './exported-log.ts';
import { selectFields } from './exported-row.ts';

export type ExportTask = Task<z.infer<typeof auditTasks.export.payload>>;

type Parts = {
  store: ExportStore;
  entries: Pick<ExportedLog, 'batches'>;
  files: Pick<FileStore, 'put' | 'open' | 'confirm' | 'discard'>;
  organizations: { get(orgId: string): Promise<{ name: string }> };
  ring: Pick<KeyRing, 'beginSealing'>;
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
  ttlMs: number;
  /** How often the progress is written, and the job checked for cancellation. */
  progressMs?: number;
};

const PROGRESS_MS = 1_000;
/** One chunk of the embedded store. Buffers that were read are garbage outside the heap, which is collected late. */
const PART_BYTES = 512 * 1024;

/** The job was cancelled. */
class Unwanted extends Error {}

type Written = { file: StoredFile; signature: string; records: number };

async function* sealed(content: AsyncIterable<Uint8Array>, sealing: Sealing): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    sealing.add(chunk);
    yield chunk;
  }
}

/**
 * Writes the files of exports. The incomplete file of a killed worker is swept, and the task is delivered again and writes
 * another one of the same entries. The job is completed once, in the commit that confirms its file.
 */
export const makeExportWorker = (parts: Parts) => {
  const { store, entries, files, organizations, ring, unitOfWork, clock, log, ttlMs } = parts;
  const { progressMs = PROGRESS_MS } = parts;
  const stopping = new AbortController();

  /** Changes the job unless it has ended. Returns whether it was changed. */
  const change = (job: Pick<ExportJob, 'id' | 'org_id'>, make: (job: ExportJob) => ExportJob, file?: StoredFile) =>
    unitOfWork.decide(systemCall(job.org_id, clock()), { records: [job.id] }, async () => {
      const before = await store.find(job.org_id, job.id);
      if (before?.status !== 'processing') return { changes: [], events: [], answer: false };
      const changes = [store.write(make(before)), ...(file ? [files.confirm(file)] : [])];
      return { changes, events: [], answer: true };
    });

  /** The batches of a job, counted. Throws `Unwanted` when the job was cancelled. */
  async function* counted(job: ExportJob, count: { records: number }): AsyncGenerator<StoredEntry[]> {
    const reading = { lastSequence: job.last_sequence, fields: selectFields(job) };
    let progressAt = performance.now();
    for await (const batch of entries.batches(job.org_id, job, reading)) {
      stopping.signal.throwIfAborted();
      yield batch;
      count.records += batch.length;
      if (performance.now() - progressAt < progressMs) continue;
      if (!(await change(job, (now) => progressed(now, count.records)))) throw new Unwanted();
      progressAt = performance.now();
    }
  }

  /** The file part by part: a store reads far ahead of its reader when the whole is requested. */
  async function* readParts(job: ExportJob, file: StoredFile): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < file.size_bytes; start += PART_BYTES) {
      const end = Math.min(start + PART_BYTES, file.size_bytes) - 1;
      yield* await files.open(job.org_id, file, { start, end });
    }
  }

  const makeSeal = async (job: ExportJob, file: StoredFile, sealing: Sealing): Promise<string> => {
    try {
      for await (const chunk of readParts(job, file)) sealing.again(chunk);
      return sealing.seal();
    } catch (error) {
      await files.discard(job.org_id, file);
      throw error;
    }
  };

  const write = async (job: ExportJob): Promise<Written> => {
    const { name } = await organizations.get(job.org_id);
    const count = { records: 0 };
    const sealing = ring.beginSealing(EXPORT_SEAL);
    const content = sealed(toContent(job, counted(job, count), name), sealing);
    const file = await files.put(Readable.from(content, { objectMode: false }), { orgId: job.org_id });
    return { file, signature: await makeSeal(job, file, sealing), records: count.records };
  };

  const complete = async (job: ExportJob, { file, signature, records }: Written): Promise<void> => {
    const end = { records, now: clock(), ttlMs };
    const isTaken = await change(job, (now) => completed(now, { ...file, signature }, end), file);
    if (isTaken) log.info('an export was written', { job_id: job.id, records, bytes: file.size_bytes });
    else await files.discard(job.org_id, file);
  };

  return {
    async handle({ orgid, payload }: ExportTask): Promise<void> {
      const job = await store.find(orgid, payload.job_id);
      if (job?.status !== 'processing') return;
      try {
        await complete(job, await write(job));
      } catch (error) {
        if (error instanceof UnreadableArchive)
          return void (await change(job, (now) => failed(now, clock(), error.message)));
        if (!(error instanceof Unwanted)) throw error;
        log.info('an export was cancelled while it was written', { job_id: job.id });
      }
    },

    giveUp: async ({ orgid, payload }: ExportTask): Promise<void> => {
      await change({ id: payload.job_id, org_id: orgid }, (job) => failed(job, clock()));
    },

    /** Stops writing; the task is delivered to another worker. */
    stop: () => stopping.abort(),
  };
};
