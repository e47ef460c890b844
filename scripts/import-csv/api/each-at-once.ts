import pLimit from 'p-limit';

/**
 * Works on so many items at once, and answers the results in the order of the items. After an error nothing more is started, and
 * it is thrown when nothing is in flight any more.
 */
export const eachAtOnce = async <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const failed = new AbortController();
  const results = await pLimit(concurrency).map(items, async (item): Promise<Result[]> => {
    if (failed.signal.aborted) return [];
    try {
      return [await work(item)];
    } catch (error) {
      failed.abort(error);
      return [];
    }
  });
  failed.signal.throwIfAborted();
  return results.flat();
};
