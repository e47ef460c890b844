import { type StoredEntry, storedOf } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';
import type { SegmentStore } from '../segment/segment.store.ts';
import type { RemovedSegment } from '../segment/segment.ts';
import type { Asked } from './exported-entry.store.ts';

/** What an export reads of the archive, in place of entries that retention has removed from the database. */
export type ArchivedEntries = {
  /** The removed segments that may hold an entry which is asked for, up to a number, in the order of the chain. */
  segments(orgId: string, asked: Asked, lastSequence: number): Promise<RemovedSegment[]>;
  /**
   * The entries of a segment that are asked for, up to a number, in batches: each as it was sealed. Throws `UnreadableArchive`, and
   * where the file store is away.
   */
  batches(
    segment: RemovedSegment,
    asked: Asked,
    read: { lastSequence: number; fields: readonly string[] },
  ): AsyncGenerator<StoredEntry[]>;
};

type Parts = { store: Pick<SegmentStore, 'removedSince'>; reader: Pick<SegmentReader, 'verifiedEntries'> };

const BATCH = 500;

/** An act may bear a later time than its entry by as much as clocks differ; by how much earlier an act was has no bound. */
const CLOCKS_DIFFER_MS = 86_400_000;

const isAsked = (
  { entity_type, action, timestamp }: AuditEntry,
  { from, to, entity_types, actions }: Asked,
): boolean => {
  const at = Date.parse(timestamp);
  if (at < from.getTime() || at > to.getTime()) return false;
  if (entity_types.length > 0 && !entity_types.includes(entity_type)) return false;
  return actions.length === 0 || (actions as string[]).includes(action);
};

/** About how many of the entries of segments are asked for: as much of each as of its time lies in the period. */
export const archivedEstimate = (segments: readonly RemovedSegment[], { from, to }: Asked): number =>
  segments.reduce((sum, { seal: { entries, first_recorded_at, last_recorded_at } }) => {
    const [first, last] = [Date.parse(first_recorded_at), Date.parse(last_recorded_at)];
    const common = Math.min(last, to.getTime()) - Math.max(first, from.getTime());
    return common < 0 ? sum : sum + Math.ceil((entries * (common + 1)) / (last - first + 1));
  }, 0);

const readOf = (entry: AuditEntry, fields: readonly string[]): StoredEntry => {
  const stored = storedOf(entry);
  if (fields.length === 0) return stored;
  const kept = Object.entries(stored).filter(([name]) => name === '_id' || fields.includes(name));
  return Object.fromEntries(kept) as StoredEntry;
};

/** Opens the archive for exports. */
export const makeArchivedEntries = ({ store, reader }: Parts): ArchivedEntries => ({
  async segments(orgId, asked, lastSequence) {
    const since = new Date(asked.from.getTime() - CLOCKS_DIFFER_MS);
    const removed = await store.removedSince(orgId, since, lastSequence);
    const { entity_types: types } = asked;
    return removed.filter(({ seal }) => types.length === 0 || seal.entity_types.some((type) => types.includes(type)));
  },
  async *batches(segment, asked, { lastSequence, fields }) {
    let batch: StoredEntry[] = [];
    for await (const entry of reader.verifiedEntries(segment)) {
      if (entry.sequence <= lastSequence && isAsked(entry, asked)) batch.push(readOf(entry, fields));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  },
});
