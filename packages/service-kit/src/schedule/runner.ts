import { errorFields, type Log } from '../log.ts';

/** Work that a service does by itself; goes into `Composed.start` and `Composed.stop`. */
export type Runner = {
  /** Starts; nothing more is started once the signal is aborted. */
  start(signal: AbortSignal): void;
  /** There may be something to do now; a pass that runs is followed by another. */
  wake(): void;
  /** Aborts the pass that runs, and resolves when it has ended. */
  stop(): Promise<void>;
};

type Parts = {
  name: string;
  /** Does what there is to do now. What it throws is logged, and the next pass comes at its time. */
  pass: (signal: AbortSignal) => Promise<void>;
  /** The pause after a pass that nobody wakes from. */
  everyMs: number;
  log: Log;
};

/** Passes over the work, one at a time: at the start, when woken, and after a pause. */
export const makeRunner = ({ name, pass, everyMs, log }: Parts): Runner => {
  const stopping = new AbortController();
  let wakeUp = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;
  const wake = (): void => wakeUp.resolve();

  const passOnce = async (signal: AbortSignal): Promise<void> => {
    try {
      await pass(signal);
    } catch (error) {
      if (!signal.aborted) log.warn('scheduled work failed; it is tried again', { work: name, ...errorFields(error) });
    }
  };

  const loop = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      wakeUp = Promise.withResolvers<void>();
      await passOnce(signal);
      if (signal.aborted) return;
      const timer = setTimeout(wake, everyMs);
      await wakeUp.promise;
      clearTimeout(timer);
    }
  };

  return {
    start(reported) {
      const signal = AbortSignal.any([reported, stopping.signal]);
      signal.addEventListener('abort', wake, { once: true });
      running ??= loop(signal);
    },
    wake,
    async stop() {
      stopping.abort();
      await running;
    },
  };
};
