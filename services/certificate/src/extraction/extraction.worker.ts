import type { ExtractionPool } from '@qsc/certificate-extraction/pool';
import type { certificateTasks, Task } from '@qsc/contracts/events';
import { DamagedFile, type FileStore } from '@qsc/file-store';
import { AppError, type Call, type Clock, errorFields, type Log, systemCall, type UnitOfWork } from '@qsc/service-kit';
import type { z } from 'zod';
import type { CertificateStore } from '../certificate/certificate.store.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { beginRun, endRun, isOpenRun, type Outcome } from './extraction.ts';

export type ExtractionTask = Task<z.infer<typeof certificateTasks.extract.payload>>;

type Parts = {
  store: Pick<CertificateStore, 'find' | 'write' | 'changes'>;
  files: Pick<FileStore, 'open'>;
  pool: Pick<ExtractionPool, 'extract'>;
  unitOfWork: UnitOfWork;
  clock: Clock;
  log: Log;
};

const readBytes = async (files: Parts['files'], { org_id, document }: Certificate): Promise<Buffer> => {
  const parts: Uint8Array[] = [];
  for await (const part of await files.open(org_id, document)) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
};

/** What callers see of an error; a damaged file is ours to repair and not theirs. */
const shown = (error: unknown): { code: string; message: string } | null => {
  if (error instanceof AppError && error.code !== 'service_unavailable')
    return { code: error.code, message: error.message };
  if (error instanceof DamagedFile)
    return {
      code: 'internal_error',
      message: 'The stored document is not the one that was uploaded. Upload it again.',
    };
  return null;
};

/** The system acts, for the reason of who asked. */
const makeCall = ({ orgid, requestid, payload }: ExtractionTask, now: Date): Call => ({
  ...systemCall(orgid, now, requestid),
  reason: payload.reason,
});

const GIVEN_UP: Outcome = {
  error: { code: 'internal_error', message: 'The document could not be read, however often it was tried.' },
};

/**
 * Does one run: reports that it has started, reads the document in another process, and commits what it says. Called again for
 * what a killed worker left; a run is committed once, and one that a newer run has overtaken is dropped. `giveUp` ends a run
 * that has failed again and again, so that nothing waits for it for ever.
 */
export const makeExtractionWorker = ({ store, files, pool, unitOfWork, clock, log }: Parts) => {
  const begin = (call: Call, { certificate_id: id, run }: ExtractionTask['payload']): Promise<Certificate | null> =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const before = await store.find(call.actor.org_id, id);
      if (!before || !isOpenRun(before, run)) return { changes: [], events: [], answer: null };
      if (before.extraction.status === 'processing') return { changes: [], events: [], answer: before };
      const after = beginRun(before, call);
      return { changes: [store.write(after)], events: [], answer: after };
    });

  /** Throws what passes: the task is tried again. */
  const read = async (certificate: Certificate): Promise<Outcome> => {
    try {
      const { filename } = certificate.document;
      const bytes = await readBytes(files, certificate);
      return { result: await pool.extract(bytes, { filename, certificateId: certificate.id }) };
    } catch (error) {
      const reported = shown(error);
      if (!reported) throw error;
      const level = reported.code === 'internal_error' ? 'error' : 'info';
      log[level]('a document could not be read', { certificate_id: certificate.id, ...errorFields(error) });
      return { error: reported };
    }
  };

  const end = (call: Call, { certificate_id: id, run, requested_by }: ExtractionTask['payload'], outcome: Outcome) =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const before = await store.find(call.actor.org_id, id);
      if (!before || !isOpenRun(before, run)) return { changes: [], events: [], answer: undefined };
      const ended = endRun(before, outcome, { call, requestedBy: requested_by });
      return { changes: store.changes(ended), events: ended.events, answer: undefined };
    });

  return {
    async handle(task: ExtractionTask): Promise<void> {
      const certificate = await begin(makeCall(task, clock()), task.payload);
      if (!certificate) return;
      const outcome = await read(certificate);
      await end(makeCall(task, clock()), task.payload, outcome);
    },

    giveUp: (task: ExtractionTask): Promise<void> => end(makeCall(task, clock()), task.payload, GIVEN_UP),
  };
};
