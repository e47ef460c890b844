/** What came of the entities of one kind. */
export type KindCounts = { created: number; updated: number; unchanged: number };

/** What an import did. */
export type Counts = {
  kinds: Map<string, KindCounts>;
  relationships: { created: number; removed: number; unchanged: number };
};

/** Nothing done yet. */
export const noCounts = (): Counts => ({ kinds: new Map(), relationships: { created: 0, removed: 0, unchanged: 0 } });
