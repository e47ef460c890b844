import type { Cursor, RemoteRecord } from '../connector/connector.ts';
import { ahead } from './ahead.ts';
import type { CursorStore } from './cursor.store.ts';
import { advanceCursor, behindPage, type MappingCursor, toLatest, toSince } from './cursor.ts';
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
 * Takes what changed at the external system since the cursor, less the buffer, and what has no time, page by page. The cursor is
 * saved in the commit of each page. A full synchronisation reads all records with its own cursor.
 * Throws `CursorHeld`, and what `Reconcile` throws.
 */
export const makeInbound = ({ reconcile, cursors, clock }: Parts) => {
  /** The position of the walk, the saved cursor, and their latest possible time. */
  type Walk = { cursor: MappingCursor; walked: Cursor | null; latest: Date };

  const takeBatch = async (run: MappingRun, records: readonly RemoteRecord[], walk: Walk): Promise<Walk> => {
    const { full } = run.ledger.sync();
    const walked = behindPage(walk.walked, records, walk.latest);
    const taken = behindPage(walk.cursor.taken, records, walk.latest);
    const hasAdvanced = taken !== walk.cursor.taken;
    const cursor = hasAdvanced ? advanceCursor(walk.cursor, { taken }) : walk.cursor;
    const behind = () => ({ changes: hasAdvanced ? [cursors.save(cursor)] : [], ...(full ? { by: { walked } } : {}) });
    const { settled } = await reconcile(run, records.map(toPair), { skipsSame: !full, behind });
    if (!settled) throw new CursorHeld();
    return { ...walk, cursor, walked };
  };

  const end = async (run: MappingRun, { cursor }: Walk): Promise<void> => {
    if (run.plan) return;
    await run.ledger.commit([cursors.save(advanceCursor(cursor, { swept_at: cursor.swept_at ?? clock() }))]);
  };

  return async (run: MappingRun): Promise<void> => {
    const startedAt = await run.system.now(run.source);
    const latest = toLatest(startedAt, clock());
    const stored = await cursors.of(run.mappingKey);
    // From the first page on, so that deletions during the walk are found afterwards.
    const deletions_since = stored.deletions_since ?? startedAt ?? clock();
    const cursor = { ...stored, deletions_since };
    const { full, walked } = run.ledger.sync();
    // A cursor that was sent back to the beginning meanwhile takes the walk of a full synchronisation back with it.
    let walk: Walk = { cursor, walked: full && cursor.taken !== null ? walked : cursor.taken, latest };
    const pages = run.system.changedSince(run.source, toSince(walk.walked, getBuffer(run)));
    for await (const { records } of ahead(pages))
      for (let from = 0; from < records.length; from += BATCH)
        walk = await takeBatch(run, records.slice(from, from + BATCH), walk);
    await end(run, walk);
  };
};

const getBuffer = ({ connection }: MappingRun): number => connection.sync_config.change_detection.buffer_minutes;

const toPair = (record: RemoteRecord): Pair => ({ externalId: record.externalId, entityId: null, remote: record });
