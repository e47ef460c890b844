/** Answers a key; those who ask for the same key at the same time get one answer, or its one failure. */
export type Together<Answer> = (key: string, run: () => Promise<Answer>) => Promise<Answer>;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets equal questions share one run. A run begins after all who share it asked, so that nobody gets what is older than their
 * question: who asks while one is under way shares the next, which begins when that one ends. Nothing is kept.
 */
export const makeTogether = <Answer>(): Together<Answer> => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<Answer>>();

  const begin = async (key: string, run: () => Promise<Answer>): Promise<Answer> => {
    await (running.get(key) ?? nextTurn());
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
