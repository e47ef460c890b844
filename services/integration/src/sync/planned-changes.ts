import type { PlannedChange } from './sync.ts';

/** What a dry run tells of: as much as one document holds. */
export type PlannedChanges = {
  readonly changes: readonly PlannedChange[];
  /** Takes the changes of a mapping as far as there is room; the first that has none is the last that is looked at. */
  add(mappingId: string, changes: readonly PlannedChange[]): void;
  /** Whether changes of that record of ours were added: as nothing is written, later stages meet it as it was. */
  knows(mappingId: string, entityId: string | null): boolean;
};

/** How many changes, and how much JSON of them: a document holds 16 MiB, with what else is in it. */
const ROOM = { changes: 5_000, bytes: 8 * 1024 * 1024 };

export const openPlannedChanges = (): PlannedChanges => {
  const changes: PlannedChange[] = [];
  const known = new Set<string>();
  const nameOf = (mappingId: string, entityId: string): string => `${mappingId}/${entityId}`;
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
    add(mappingId, more) {
      for (const { entity_id } of more) if (entity_id !== null) known.add(nameOf(mappingId, entity_id));
      more.forEach(addOne);
    },
    knows: (mappingId, entityId) => entityId !== null && known.has(nameOf(mappingId, entityId)),
  };
};
