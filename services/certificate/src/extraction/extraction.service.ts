import { setTimeout as wait } from 'node:timers/promises';
import { certificateTasks } from '@qsc/contracts/events';
import { type Call, type Change, requireMatch, type Tasks, type UnitOfWork } from '@qsc/service-kit';
import { type CertificateStore, type ReadRecorded, requireCertificate } from '../certificate/certificate.store.ts';
import type { Certificate } from '../certificate/certificate.ts';
import { askForRun, type ExtractionView, isBeingRead, toView } from './extraction.ts';

/** The change that gives the latest run of a certificate to a worker; for the commit that asks for the run. */
export type RequestExtraction = (certificate: Certificate, call: Call) => Change;

/** `queue`: another than the usual one, for tests that share a broker. */
export const makeRequestExtraction =
  (tasks: Tasks, queue = certificateTasks.extract.queue): RequestExtraction =>
  ({ id, extraction }, call) =>
    tasks.enqueue({ ...certificateTasks.extract, queue }, call, {
      certificate_id: id,
      run: extraction.run,
      requested_by: call.actor.id,
      reason: call.reason,
    });

export type ExtractionService = {
  /**
   * Starts a run and waits two seconds for it: its result where it has ended by then, else `processing`. Throws not_found,
   * precondition_failed, and conflict for a certificate in a final state.
   */
  ask(id: string, call: Call): Promise<ExtractionView>;
  /** The latest run. Throws not_found. */
  read(id: string, call: Call): Promise<ExtractionView>;
};

type Parts = {
  store: Pick<CertificateStore, 'find' | 'write'>;
  requestExtraction: RequestExtraction;
  readRecorded: ReadRecorded;
  unitOfWork: UnitOfWork;
};

const LOOKS = 20;
const LOOK_EVERY_MS = 100;

/** The use cases of extraction (specification, "Certificates"). */
export const makeExtractionService = (parts: Parts): ExtractionService => {
  const { store, requestExtraction, readRecorded, unitOfWork } = parts;
  /** The run is in the database already: who does not wait for its end loses nothing. */
  const awaitEnd = async (id: string, run: number, call: Call): Promise<Certificate | null> => {
    for (let look = 0; look < LOOKS; look += 1) {
      await wait(LOOK_EVERY_MS);
      const certificate = await requireCertificate(store, id, call);
      if (certificate.extraction.run !== run) return null;
      if (!isBeingRead(certificate)) return certificate;
    }
    return null;
  };

  return {
    async ask(id, call) {
      let run = 0;
      const started = await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await requireCertificate(store, id, call);
        requireMatch(call, before.version);
        const after = askForRun(before, call);
        run = after.extraction.run;
        const changes = [store.write(after), requestExtraction(after, call)];
        return {
          changes,
          events: [],
          answer: { ...toView(after, call), extraction_status: 'processing' as const },
        };
      });
      // The run is there, whatever keeps its end from being read.
      const ended = await awaitEnd(id, run, call).catch(() => null);
      return ended ? toView(ended, call) : started;
    },

    read: async (id, call) => toView(await readRecorded(id, call), call),
  };
};
