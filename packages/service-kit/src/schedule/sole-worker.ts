import { errorFields, type Log } from '../log.ts';
import type { Lease, Leases } from './lease.ts';
import { makeRunner, type Runner } from './runner.ts';

type Parts = {
  /** The name of the work, which is that of its lease. */
  name: string;
  leases: Leases;
  /** One pass; its commits carry `lease.fence()`, and it ends when the signal fires. */
  work: (lease: Pick<Lease, 'fence' | 'token'>, signal: AbortSignal) => Promise<void>;
  everyMs: number;
  log: Log;
};

/**
 * Work that one replica does, pass after pass, as long as it holds the lease. The others ask for it at every pass of theirs,
 * and one goes on when the holder stops, dies or is cut off.
 */
export const makeSoleWorker = ({ name, leases, work, everyMs, log }: Parts): Runner => {
  let lease: Lease | null = null;

  const pass = async (signal: AbortSignal): Promise<void> => {
    if (!lease || lease.signal.aborted) lease = await leases.acquire(name);
    if (lease && !signal.aborted) await work(lease, AbortSignal.any([signal, lease.signal]));
  };

  const runner = makeRunner({ name, pass, everyMs, log });
  return {
    ...runner,
    async stop() {
      await runner.stop();
      await lease?.release().catch((error: unknown) => {
        log.warn('a lease was not given back; it runs out', { work: name, ...errorFields(error) });
      });
    },
  };
};
