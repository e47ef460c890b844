import { type Clock, type Leases, type Log, makeSoleWorker, type Runner } from '@qsc/service-kit';
import type { FileStore } from './file-store.ts';

type Parts = {
  files: Pick<FileStore, 'sweep'>;
  leases: Leases;
  clock: Clock;
  log: Log;
  /** The pause between two sweeps. */
  everyMs?: number | undefined;
};

const EVERY_MS = 10 * 60_000;

/** Sweeps the files that nothing refers to, by one replica at a time. */
export const makeFileSweep = ({ files, leases, clock, log, everyMs = EVERY_MS }: Parts): Runner =>
  makeSoleWorker({
    name: 'files',
    leases,
    work: async () => {
      const removed = await files.sweep(clock());
      if (removed > 0) log.info('files that nothing refers to were removed', { files: removed });
    },
    everyMs,
    log,
  });
