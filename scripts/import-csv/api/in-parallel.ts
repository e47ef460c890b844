import { makeTurnstile } from './turnstile.ts';

/**
 * Works on so many items at once, and answers the results in the items' order. After a fault nothing more is begun, and it is
 * thrown when nothing is under way any more.
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  places: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const inTurn = makeTurnstile(places);
  const faults: unknown[] = [];
  const results: Result[] = [];
  const guarded = (item: Item, index: number) =>
    inTurn(async () => {
      if (faults.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (fault) {
        faults.push(fault);
      }
    });
  await Promise.all(items.map(guarded));
  if (faults.length > 0) throw faults[0];
  return results;
};
