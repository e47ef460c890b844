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
 * Asks for many in parts that fit into a message, a few at a time. The answers stand in the order of the parts. The first
 * refusal is thrown when those under way are done, so that nothing is asked after it.
 */
export const parted = async <Item, Answer>(
  items: readonly Item[],
  { parallel }: { parallel: number },
  ask: (some: readonly Item[]) => Promise<Answer>,
): Promise<Answer[]> => {
  const parts = partsOf(items);
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < parts.length && failures.length === 0) {
      const index = next;
      next += 1;
      await ask(parts[index] ?? []).then(
        (answer) => {
          answers[index] = answer;
        },
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, parts.length) }, work));
  if (failures.length > 0) throw failures[0];
  return answers;
};
