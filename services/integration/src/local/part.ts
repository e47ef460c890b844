/** The most that one message asks for. */
const COUNT = 500;
/** A message that is read whole holds less than 4 MiB. */
const BYTES = 2 * 1024 * 1024;

const partsOf = <Item>(items: readonly Item[]): Item[][] => {
  const parts: { some: Item[]; bytes: number }[] = [];
  for (const item of items) {
    const bytes = Buffer.byteLength(JSON.stringify(item));
    const last = parts.at(-1);
    if (!last || last.some.length === COUNT || last.bytes + bytes > BYTES) parts.push({ some: [item], bytes });
    else {
      last.some.push(item);
      last.bytes += bytes;
    }
  }
  return parts.map(({ some }) => some);
};

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

/** Asks for many in parts that fit into a message, as `inParallel` does. */
export const parted = <Item, Answer>(
  items: readonly Item[],
  parallel: number,
  ask: (some: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> => inParallel(partsOf(items), parallel, ask);
