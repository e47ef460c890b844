import { type StoredEntry, toStored } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';
import type { SegmentStore } from '../segment/segment.store.ts';
import type { RemovedSegment } from '../segment/segment.ts';
import type { ExportFilter } from './exported-entry.store.ts';

/** The archive as an export reads it, for entries that retention has removed from the database. */
export type ArchivedEntries = {
  /** The removed segments that may contain a requested entry, up to a number, in the order of the chain. */
  segments(orgId: string, request: ExportFilter, lastSequence: number): Promise<RemovedSegment[]>;
  /**
   * The requested entries of a segment, up to a number, in batches: each as it was sealed. Throws `UnreadableArchive`, and
   * where the file store is not reachable.
   */
  batches(
    segment: RemovedSegment,
    request: ExportFilter,
    read: { lastSequence: number; fields: readonly string[] },
  ): AsyncGenerator<StoredEntry[]>;
};

type Parts = { store: Pick<SegmentStore, 'removedSince'>; reader: Pick<SegmentReader, 'verifiedEntries'> };

const BATCH = 500;

/** An act may bear a later time than its entry by as much as clocks differ; by how much earlier an act was has no bound. */
const CLOCKS_DIFFER_MS = 86_400_000;

const matches = (
  { entity_type, action, timestamp }: AuditEntry,
  { from, to, entity_types, actions }: ExportFilter,
): boolean => {
  const at = Date.parse(timestamp);
  if (at < from.getTime() || at > to.getTime()) return false;
  if (entity_types.length > 0 && !entity_types.includes(entity_type)) return false;
  return actions.length === 0 || (actions as string[]).includes(action);
};

/** An estimate of the requested entries in segments: by the share of each segment's time that is in the period. */
export const archivedEstimate = (segments: readonly RemovedSegment[], { from, to }: ExportFilter): number =>
  segments.reduce((sum, { seal: { entries, first_recorded_at, last_recorded_at } }) => {
    const [first, last] = [Date.parse(first_recorded_at), Date.parse(last_recorded_at)];
    const common = Math.min(last, to.getTime()) - Math.max(first, from.getTime());
    return common < 0 ? sum : sum + Math.ceil((entries * (common + 1)) / (last - first + 1));
  }, 0);

const toStoredFields = (entry: AuditEntry, fields: readonly string[]): StoredEntry => {
  const stored = toStored(entry);
  if (fields.length === 0) return stored;
  const selected = Object.entries(stored).filter(([name]) => name === '_id' || fields.includes(name));
  return Object.fromEntries(selected) as StoredEntry;
};

/** Opens the archive for exports. */
export const makeArchivedEntries = ({ store, reader }: Parts): ArchivedEntries => ({
  async segments(orgId, request, lastSequence) {
    const since = new Date(request.from.getTime() - CLOCKS_DIFFER_MS);
    const removed = await store.removedSince(orgId, since, lastSequence);
    const { entity_types: types } = request;
    return removed.filter(({ seal }) => types.length === 0 || seal.entity_types.some((type) => types.includes(type)));
  },
  async *batches(segment, request, { lastSequence, fields }) {
    let batch: StoredEntry[] = [];
    for await (const entry of reader.verifiedEntries(segment)) {
      if (entry.sequence <= lastSequence && matches(entry, request)) batch.push(toStoredFields(entry, fields));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  },
});
