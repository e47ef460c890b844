import { fitsItsHash } from '../chain/link.ts';
import { type EntryCollection, nativeCollection, toReadable } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { ArchivedEntries } from '../export/archived-entry.ts';
import type { SegmentReader } from '../segment/segment.reader.ts';

/** Why an entry is not what was recorded. */
export type EntryFault = { sequence: number; reason: 'content_changed' | 'link_broken' };

/** All entries of a record in the order of the chain, and those that are not what was recorded. */
export type CopiedTrail = { entries: AuditEntry[]; faults: EntryFault[] };

/** Reads the trail of a record, from the database and the archive. */
export type ReadCopiedTrail = (orgId: string, record: { id: string; type: string }, now: Date) => Promise<CopiedTrail>;

type Parts = {
  entries: EntryCollection;
  archive: ArchivedEntries;
  /** The removed segment that an entry was part of; null for none. */
  removedAt: SegmentReader['removedAt'];
};

/** Reads trails, and checks each entry by its own hash and by the hash of the entry before it. */
export const makeReadCopiedTrail = ({ entries, archive, removedAt }: Parts): ReadCopiedTrail => {
  const stored = nativeCollection(entries);

  const readArchived = async (
    orgId: string,
    { id, type }: { id: string; type: string },
    now: Date,
  ): Promise<AuditEntry[]> => {
    const request = { from: new Date(0), to: now, entity_types: [type], actions: [] };
    const read = { lastSequence: Number.MAX_SAFE_INTEGER, fields: [] };
    const found: AuditEntry[] = [];
    for (const segment of await archive.segments(orgId, request, read.lastSequence))
      for await (const batch of archive.batches(segment, request, read))
        found.push(...batch.filter(({ entity_id }) => entity_id === id).flatMap((doc) => toReadable(doc) ?? []));
    return found;
  };

  /** The hashes of entries by their numbers; removed ones are left out. */
  const readHashes = async (orgId: string, sequences: readonly number[]): Promise<Map<number, string>> => {
    const filter = { org_id: orgId, sequence: { $in: [...sequences] } };
    const found = await stored.find(filter, { projection: { _id: 0, sequence: 1, hash: 1 } }).toArray();
    return new Map(found.map(({ sequence, hash }) => [sequence, hash]));
  };

  return async (orgId, record, now) => {
    const [archived, docs] = await Promise.all([
      readArchived(orgId, record, now),
      entries.find({ org_id: orgId, entity_id: record.id }, { sort: { sequence: 1 } }),
    ]);
    const readable = docs.flatMap((doc) => toReadable(doc) ?? []);
    // Of a segment that is being removed, some entries stand in both.
    const all = new Map([...readable, ...archived].map((entry) => [entry.sequence, entry]));
    const trail = [...all.values()].sort((one, other) => one.sequence - other.sequence);
    const before = await readHashes(
      orgId,
      trail.map(({ sequence }) => sequence - 1),
    );
    const unreadable = docs.filter((doc) => toReadable(doc) === null).map(({ sequence }) => sequence);
    const changed = trail.filter((entry) => !fitsItsHash(entry)).map(({ sequence }) => sequence);
    const isUnlinked = async ({ sequence, previous_hash }: AuditEntry): Promise<boolean> => {
      const hash = before.get(sequence - 1);
      if (hash !== undefined) return hash !== previous_hash;
      // What retention removed stands in a signed segment; any other entry that is missing was taken out.
      return sequence > 1 && (await removedAt(orgId, sequence - 1)) === null;
    };
    const unlinked: AuditEntry[] = [];
    for (const entry of trail) if (await isUnlinked(entry)) unlinked.push(entry);
    return {
      entries: trail,
      faults: [
        ...[...unreadable, ...changed].map((sequence) => ({ sequence, reason: 'content_changed' as const })),
        ...unlinked.map(({ sequence }) => ({ sequence, reason: 'link_broken' as const })),
      ],
    };
  };
};
