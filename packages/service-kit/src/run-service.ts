import { once } from 'node:events';
import type { StartOptions } from './life.ts';
import { makeLog } from './log.ts';
import { startFields } from './start-fault.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Brings the database up to date and ends, for a job that runs before a roll-out. */
const MIGRATE = '--migrate';

/**
 * Runs what `start` starts until SIGTERM or SIGINT, which end it at any moment, also while it starts; with `--migrate` only
 * until its database is up to date. Ends the process with a sentence when it cannot start or stop, or a fault is left over.
 * For a `main.ts`, which loads the program in `start`, so that a signal is heard meanwhile.
 */
export const runService = async (
  name: string,
  start: (options: StartOptions) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> => {
  const log = makeLog(name, 'info');
  const fail = (message: string) => (error: unknown) => {
    log.error(message, startFields(error));
    process.exit(1);
  };
  process.on('uncaughtException', fail('a fault was not handled'));
  process.on('unhandledRejection', fail('a fault was not handled'));
  const stopping = new AbortController();
  const stop = () => {
    // Either signal, sent again, ends the process at once.
    for (const signal of SIGNALS) process.off(signal, stop);
    stopping.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const migrateOnly = process.argv.includes(MIGRATE);
    const running = await start({ signal: stopping.signal, migrateOnly });
    if (!migrateOnly && !stopping.signal.aborted) await once(stopping.signal, 'abort');
    await running.stop();
  } catch (error) {
    if (error !== stopping.signal.reason) fail(stopping.signal.aborted ? 'the stop failed' : 'the start failed')(error);
  }
  process.exit(0);
};
