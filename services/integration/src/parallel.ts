/**
 * Asks for each, a few at a time; the answers stand in the order of the items. The first refusal is thrown when those under way
 * are done, so that nothing is asked after it.
 */
export const inParallel = async <Item, Answer>(
  items: readonly Item[],
  parallel: number,
  ask: (item: Item) => Promise<Answer>,
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  const waiting = [...items.entries()].values();
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (failures.length > 0) return;
      try {
        answers[index] = await ask(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return answers;
};
