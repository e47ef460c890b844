/** Records that were prepared for a load, each to be taken once. */
export type Pool<Item> = {
  /** The next one. Throws when none is left. */
  take(): Item;
};

const PARALLEL = 8;

/** A pool of what is there. */
export const poolOf = <Item>(items: readonly Item[], name: string): Pool<Item> => {
  let taken = 0;
  return {
    take() {
      const item = items[taken++];
      if (item === undefined) throw new Error(`All ${items.length} prepared records are used up (${name}).`);
      return item;
    },
  };
};

/** Makes so many, some at the same time. */
export const prepare = async <Item>(count: number, make: (index: number) => Promise<Item>): Promise<Item[]> => {
  const made: Item[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) made.push(await make(next++));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return made;
};
