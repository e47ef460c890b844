/**
 * Calls `request` for each item, a few at a time; the answers are in the order of the items. Throws the first error when the
 * calls in flight have ended, and makes no call after it.
 */
export const inParallel = async <Item, Answer>(
  items: readonly Item[],
  parallel: number,
  request: (item: Item) => Promise<Answer>,
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const waiting = [...items.entries()].values();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (failures.length > 0) return;
      try {
        answers[index] = await request(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return answers;
};
