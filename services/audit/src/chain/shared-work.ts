/** Returns the result of work that starts after the request; concurrent callers of a key share the next run. */
export type SharedWork<Answer> = (
  key: string,
  work: (signal: AbortSignal) => Promise<Answer>,
  gone?: AbortSignal,
) => Promise<Answer>;

type Run<Answer> = { answer: Promise<Answer>; waiting: number; isStarted: boolean; abort: AbortController };

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/**
 * Runs the work of a key once at a time. Callers that arrive during a run wait for its end and share one more, so that their
 * result is not older than their request. A run is aborted when all of its callers are gone.
 */
export const makeSharedWork = <Answer>(): SharedWork<Answer> => {
  const latest = new Map<string, Run<Answer>>();

  const plan = (key: string, work: (signal: AbortSignal) => Promise<Answer>): Run<Answer> => {
    const abort = new AbortController();
    const start = (): Promise<Answer> => {
      abort.signal.throwIfAborted();
      run.isStarted = true;
      // Work that does not react to the signal, since it waits for another server, delays nobody.
      return Promise.race([work(abort.signal), rejectOnAbort(abort.signal)]);
    };
    const before = latest.get(key)?.answer ?? Promise.resolve();
    const run = { answer: before.then(start, start), waiting: 0, isStarted: false, abort };
    const forget = (): void => {
      if (latest.get(key) === run) latest.delete(key);
    };
    run.answer.then(forget, forget);
    latest.set(key, run);
    return run;
  };

  return async (key, work, gone) => {
    gone?.throwIfAborted();
    const last = latest.get(key);
    const run = last && !last.isStarted && !last.abort.signal.aborted ? last : plan(key, work);
    run.waiting += 1;
    const leave = (): void => {
      run.waiting -= 1;
      if (run.waiting === 0) run.abort.abort(gone?.reason);
    };
    gone?.addEventListener('abort', leave, { once: true });
    try {
      return await run.answer;
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  };
};
