import type { Cursor, RemoteRecord } from '../connector/connector.ts';
import { ahead } from './ahead.ts';
import type { CursorStore } from './cursor.store.ts';
import { behindPage, latestOf, type MappingCursor, movedCursor, sinceOf } from './cursor.ts';
import type { MappingRun } from './mapping-run.ts';
import type { Pair } from './pair.ts';
import type { Reconcile } from './reconcile.ts';

/** The synchronisation stops before a record that our checks refuse: the connection does not skip such. */
export class CursorHeld extends Error {
  constructor() {
    super('A record was refused, and the connection does not skip such records: nothing behind its page was taken.');
    this.name = 'CursorHeld';
  }
}

type Parts = { reconcile: Reconcile; cursors: CursorStore; clock: () => Date };

/** The most records that are decided and committed at once. */
const BATCH = 500;

/**
 * Takes what changed at the external system since the cursor, less the buffer, and what has no time, page by page; the cursor is
 * saved with each page, in the commit of what the page came to. A full synchronisation walks over all records and keeps its own place.
 * Throws `CursorHeld`, and what `Reconcile` throws.
 */
export const makeInbound = ({ reconcile, cursors, clock }: Parts) => {
  /** Where the walk stands, the cursor that is saved with it, and how far both can go. */
  type Walk = { cursor: MappingCursor; walked: Cursor | null; latest: Date };

  const takeBatch = async (run: MappingRun, records: readonly RemoteRecord[], walk: Walk): Promise<Walk> => {
    const { full } = run.ledger.sync();
    const walked = behindPage(walk.walked, records, walk.latest);
    const taken = behindPage(walk.cursor.taken, records, walk.latest);
    const isMoved = taken !== walk.cursor.taken;
    const cursor = isMoved ? movedCursor(walk.cursor, { taken }) : walk.cursor;
    const behind = () => ({ changes: isMoved ? [cursors.save(cursor)] : [], ...(full ? { by: { walked } } : {}) });
    const { settled } = await reconcile(run, records.map(pairOf), { skipsSame: !full, behind });
    if (!settled) throw new CursorHeld();
    return { ...walk, cursor, walked };
  };

  const end = async (run: MappingRun, { cursor }: Walk): Promise<void> => {
    if (run.plan) return;
    await run.ledger.commit([cursors.save(movedCursor(cursor, { swept_at: cursor.swept_at ?? clock() }))]);
  };

  return async (run: MappingRun): Promise<void> => {
    const began = await run.system.now(run.source);
    const latest = latestOf(began, clock());
    const stored = await cursors.of(run.place);
    // From the first page on: what of it is deleted before the walk ends is asked for after that.
    const deletions_since = stored.deletions_since ?? began ?? clock();
    const cursor = { ...stored, deletions_since };
    const { full, walked } = run.ledger.sync();
    // A cursor that was sent back to the beginning meanwhile takes the walk of a full synchronisation back with it.
    let walk: Walk = { cursor, walked: full && cursor.taken !== null ? walked : cursor.taken, latest };
    const pages = run.system.changedSince(run.source, sinceOf(walk.walked, bufferOf(run)));
    for await (const { records } of ahead(pages))
      for (let from = 0; from < records.length; from += BATCH)
        walk = await takeBatch(run, records.slice(from, from + BATCH), walk);
    await end(run, walk);
  };
};

const bufferOf = ({ connection }: MappingRun): number => connection.sync_config.change_detection.buffer_minutes;

const pairOf = (record: RemoteRecord): Pair => ({ externalId: record.externalId, entityId: null, remote: record });
