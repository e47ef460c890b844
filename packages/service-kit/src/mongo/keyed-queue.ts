/**
 * Runs what shares a key one after the other, in the order asked; what shares none does not wait. All keys of a run are
 * taken at once, so that no two runs wait for each other.
 */
export const makeKeyedQueue = (): (<T>(keys: readonly string[], run: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (keys, run) => {
    const before = [...new Set(keys.map((key) => last.get(key)))];
    const mine = Promise.allSettled(before).then(run);
    for (const key of keys) last.set(key, mine);
    try {
      return await mine;
    } finally {
      for (const key of keys) if (last.get(key) === mine) last.delete(key);
    }
  };
};
