import pLimit from 'p-limit';

/**
 * Works on a few items at a time; the results are in the order of the items. After an error no further item is started, and the
 * error is thrown when those in flight have ended.
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const failures: unknown[] = [];
  const results = await pLimit(concurrency).map(items, async (item): Promise<Result[]> => {
    if (failures.length > 0) return [];
    try {
      return [await work(item)];
    } catch (error) {
      failures.push(error);
      return [];
    }
  });
  if (failures.length > 0) throw failures[0];
  return results.flat();
};
