import type { PlannedChange } from './sync.ts';

/** The findings of a dry run, as many as one document can store. */
export type PlannedChanges = {
  readonly changes: readonly PlannedChange[];
  /** Takes changes as far as there is room; the first that has none is the last that is looked at. */
  add(changes: readonly PlannedChange[]): void;
  /** Remembers reported records: nothing is written, so later stages find them again. */
  note(mappingId: string, entityIds: readonly string[]): void;
  knows(mappingId: string, entityId: string | null): boolean;
};

/** How many changes, and how much JSON of them: a document has at most 16 MiB, with what else is in it. */
const ROOM = { changes: 5_000, bytes: 8 * 1024 * 1024 };

export const openPlannedChanges = (): PlannedChanges => {
  const changes: PlannedChange[] = [];
  const known = new Set<string>();
  const getName = (mappingId: string, entityId: string): string => `${mappingId}/${entityId}`;
  let bytes = 0;
  let isFull = false;

  const addOne = (change: PlannedChange): void => {
    if (isFull) return;
    bytes += Buffer.byteLength(JSON.stringify(change));
    isFull = changes.length === ROOM.changes || bytes > ROOM.bytes;
    if (!isFull) changes.push(change);
  };

  return {
    changes,
    add: (more) => more.forEach(addOne),
    note(mappingId, entityIds) {
      for (const id of entityIds) known.add(getName(mappingId, id));
    },
    knows: (mappingId, entityId) => entityId !== null && known.has(getName(mappingId, entityId)),
  };
};
