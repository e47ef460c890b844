/** Answers a key by work that begins after it was asked for; who asks meanwhile shares the next one. */
export type SharedWork<Answer> = (
  key: string,
  work: (signal: AbortSignal) => Promise<Answer>,
  gone?: AbortSignal,
) => Promise<Answer>;

type Run<Answer> = { answer: Promise<Answer>; waiting: number; isBegun: boolean; abort: AbortController };

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

/**
 * Does the work of a key once at a time: those who ask while it is under way wait for its end and share one more, so that their
 * answer is not older than their question. Work is aborted when all who wait for it are gone.
 */
export const makeSharedWork = <Answer>(): SharedWork<Answer> => {
  const latest = new Map<string, Run<Answer>>();

  const plan = (key: string, work: (signal: AbortSignal) => Promise<Answer>): Run<Answer> => {
    const abort = new AbortController();
    const begin = (): Promise<Answer> => {
      abort.signal.throwIfAborted();
      run.isBegun = true;
      // What does not hear of its end, since it waits for another server, holds nobody up.
      return Promise.race([work(abort.signal), endOf(abort.signal)]);
    };
    const before = latest.get(key)?.answer ?? Promise.resolve();
    const run = { answer: before.then(begin, begin), waiting: 0, isBegun: false, abort };
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
    const run = last && !last.isBegun && !last.abort.signal.aborted ? last : plan(key, work);
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
