import type { PlannedChange } from './sync.ts';

/** What a dry run tells of: as much as one document holds. */
export type PlannedChanges = {
  readonly changes: readonly PlannedChange[];
  /** Takes the changes as far as there is room; the first that has none is the last that is looked at. */
  add(changes: readonly PlannedChange[]): void;
};

/** How many changes, and how much JSON of them: a document holds 16 MiB, with what else is in it. */
const ROOM = { changes: 5_000, bytes: 8 * 1024 * 1024 };

export const openPlannedChanges = (): PlannedChanges => {
  const changes: PlannedChange[] = [];
  let bytes = 0;
  let isFull = false;

  const addOne = (change: PlannedChange): void => {
    if (isFull) return;
    bytes += Buffer.byteLength(JSON.stringify(change));
    isFull = changes.length === ROOM.changes || bytes > ROOM.bytes;
    if (!isFull) changes.push(change);
  };

  return { changes, add: (more) => more.forEach(addOne) };
};
