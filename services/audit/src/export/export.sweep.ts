import type { FileStore } from '@qsc/file-store';
import {
  type Clock,
  DuplicateKey,
  errorFields,
  type Lease,
  type Log,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import type { ExportStore } from './export.store.ts';
import { type ExportJob, expired } from './export.ts';

type Parts = {
  store: Pick<ExportStore, 'due' | 'write'>;
  files: Pick<FileStore, 'remove'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  clock: Clock;
  log: Log;
};

const BATCH = 100;

/**
 * Removes the files of expired exports, and marks their jobs. The file is removed first: after a crash it is found again by its
 * job, and a job past its date is shown as expired either way.
 */
export const makeExportSweep = ({ store, files, unitOfWork, clock, log }: Parts) => {
  const remove = async ({ org_id, file }: ExportJob): Promise<void> => {
    try {
      if (file) await files.remove(org_id, file);
    } catch (error) {
      // An earlier pass has started to remove it; the sweep of files completes that.
      if (!(error instanceof DuplicateKey)) throw error;
    }
  };

  const expire = async (job: ExportJob, fence: ReturnType<Lease['fence']>): Promise<boolean> => {
    try {
      await remove(job);
      await unitOfWork.commit([store.write(expired(job)), fence], []);
      return true;
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      log.warn('the file of an export could not be removed', { job_id: job.id, ...errorFields(error) });
      return false;
    }
  };

  return async (lease: Pick<Lease, 'fence'>, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const due = await store.due(clock(), BATCH);
      let removed = 0;
      for (const job of due) {
        if (signal.aborted) return;
        if (await expire(job, lease.fence())) removed += 1;
      }
      // A file that could not be removed is first again, for the next pass.
      if (removed < BATCH) return;
    }
  };
};
