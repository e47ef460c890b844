/** Answers a key; who asks while the work for it is under way gets its answer. */
export type SharedWork<Answer> = (
  key: string,
  work: (signal: AbortSignal) => Promise<Answer>,
  gone?: AbortSignal,
) => Promise<Answer>;

type Run<Answer> = { answer: Promise<Answer>; waiting: number; abort: AbortController };

/** Lets equal questions share one run. It is aborted when all who wait for it are gone, so that nobody's work does not pile up. */
export const makeSharedWork = <Answer>(): SharedWork<Answer> => {
  const running = new Map<string, Run<Answer>>();

  const forget = (key: string, run: Run<Answer>): void => {
    if (running.get(key) === run) running.delete(key);
  };

  const begin = (key: string, work: (signal: AbortSignal) => Promise<Answer>): Run<Answer> => {
    const abort = new AbortController();
    const run = { answer: work(abort.signal), waiting: 0, abort };
    running.set(key, run);
    return run;
  };

  return async (key, work, gone) => {
    gone?.throwIfAborted();
    const run = running.get(key) ?? begin(key, work);
    run.waiting += 1;
    const leave = () => {
      run.waiting -= 1;
      if (run.waiting > 0) return;
      forget(key, run);
      run.abort.abort(gone?.reason);
    };
    gone?.addEventListener('abort', leave, { once: true });
    try {
      return await run.answer;
    } finally {
      gone?.removeEventListener('abort', leave);
      forget(key, run);
    }
  };
};
