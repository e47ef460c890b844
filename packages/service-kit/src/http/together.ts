import { setTimeout as wait } from 'node:timers/promises';

/** Answers a key; those who ask for the same key at the same time get one answer, or its one failure. */
export type Together<Answer> = (key: string, run: () => Promise<Answer>) => Promise<Answer>;

const TIMEOUT_MS = 2_000;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const turnAfter = async (running: Promise<void> | undefined, timeoutMs: number): Promise<void> => {
  if (!running) return nextTurn();
  const over = new AbortController();
  const late = wait(timeoutMs, undefined, { signal: over.signal, ref: false }).catch(() => {});
  await Promise.race([running, late]);
  over.abort();
};

/**
 * Lets equal questions share one run. A run begins after all who share it asked, so that nobody gets what is older than their
 * question: who asks while one is under way shares the next, which begins when that one ends, or after `timeoutMs`: one that
 * hangs must not keep the others. Nothing is kept.
 */
export const makeTogether = <Answer>(timeoutMs = TIMEOUT_MS): Together<Answer> => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<Answer>>();

  const begin = async (key: string, run: () => Promise<Answer>): Promise<Answer> => {
    await turnAfter(running.get(key), timeoutMs);
    waiting.delete(key);
    const answer = run();
    const ended = answer.then(
      () => {},
      () => {},
    );
    running.set(key, ended);
    try {
      return await answer;
    } finally {
      if (running.get(key) === ended) running.delete(key);
    }
  };

  return (key, run) => {
    const joined = waiting.get(key);
    if (joined) return joined;
    const answer = begin(key, run);
    waiting.set(key, answer);
    return answer;
  };
};
