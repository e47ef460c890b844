import { type Change, type Collection, defineCollection, insert, remove, trusted } from '@qsc/service-kit';
import { z } from 'zod';
import type { RemovalSeal, RemovedSegment, SegmentFile, SegmentSeal, SegmentSeals } from './segment.ts';

/** Archived segments. Rows are inserted and never changed; the signature in each is the evidence. */
export const segmentDefinition = defineCollection({
  name: 'audit_segment',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    first_sequence: z.number().int(),
    last_sequence: z.number().int(),
    last_hash: z.string(),
    last_recorded_at: z.date(),
    entries: z.number().int(),
    file: z.object({ file_id: z.string(), size_bytes: z.number().int(), checksum: z.string() }),
    signature: z.string(),
    archived_at: z.date(),
  }),
  indexes: [{ keys: { org_id: 1, first_sequence: 1 }, unique: true }, { keys: { org_id: 1, last_recorded_at: 1 } }],
});

/** Which segments were removed; `_id` is the segment's. Rows are inserted and never changed. */
export const removalDefinition = defineCollection({
  name: 'audit_segment_removal',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    first_sequence: z.number().int(),
    entries: z.number().int(),
    removed_at: z.date(),
    signature: z.string(),
  }),
  indexes: [{ keys: { org_id: 1, first_sequence: 1 } }],
});

/** Segments whose removal is decided and not done; `_id` is the segment's. */
export const removalDueDefinition = defineCollection({
  name: 'audit_removal_due',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    first_sequence: z.number().int(),
    last_sequence: z.number().int(),
    version: z.number().int(),
  }),
  indexes: [],
  shared: true,
});

export type StoredSegment = z.infer<typeof segmentDefinition.shape>;
export type StoredRemoval = z.infer<typeof removalDefinition.shape>;
export type RemovalDue = z.infer<typeof removalDueDefinition.shape>;

/** A segment with its seal, which its signature proves. */
export type Segment = { seal: SegmentSeal; file: SegmentFile; signature: string };

export type SegmentStore = {
  insert(segment: Segment): Change;
  /** The segment that ends last; null where none was archived, or its signature is not ours. */
  readLast(orgId: string): Promise<Segment | null>;
  /** Those that are not removed and whose last entry was recorded at the moment or before, the oldest first. */
  unremoved(orgId: string, until: Date): Promise<Segment[]>;
  /** The removed segment that the sequence number lies in; null where none was, or it is not signed by us. */
  removedAt(orgId: string, sequence: number): Promise<RemovedSegment | null>;
  /** The removed segments with an entry that was recorded since then, those that begin up to a number, in the order of the chain. */
  removedSince(orgId: string, since: Date, last: number): Promise<RemovedSegment[]>;
  /** How many entries of the range were removed. */
  removedBetween(orgId: string, range: { first: number; last: number }): Promise<number>;
  /** The removal of a segment, and what is left to do for it. */
  insertRemoval(removal: RemovalSeal, segment: Segment): Change[];
  due(): Promise<RemovalDue[]>;
  done(due: RemovalDue): Change;
};

type Parts = {
  segments: Collection<StoredSegment>;
  removals: Collection<StoredRemoval>;
  dues: Collection<RemovalDue>;
  seals: SegmentSeals;
};

/** The store of segments in MongoDB. A row with an invalid signature is ignored. */
export const makeSegmentStore = ({ segments, removals, dues, seals }: Parts): SegmentStore => {
  const toSegment = (row: StoredSegment | null | undefined): Segment | null => {
    const seal = row && seals.open(row.signature);
    const isOurs = seal && seal.id === row._id && seal.org_id === row.org_id;
    return isOurs ? { seal, file: row.file, signature: row.signature } : null;
  };

  const bearsOut = ({ signature }: StoredRemoval, { seal }: Segment): boolean => {
    const removal = seals.openRemoval(signature);
    return removal?.segment_id === seal.id && removal.org_id === seal.org_id;
  };

  /** The removals of segments, by their ids. */
  const readRemovals = async (orgId: string, of: readonly StoredSegment[]): Promise<Map<string, StoredRemoval>> => {
    if (of.length === 0) return new Map();
    const rows = await removals.find({ org_id: orgId, _id: trusted({ $in: of.map(({ _id }) => _id) }) });
    return new Map(rows.map((row) => [row._id, row]));
  };

  const isRemoved = async (orgId: string, segment: Segment): Promise<boolean> => {
    const row = await removals.findOne({ org_id: orgId, _id: segment.seal.id });
    return row !== null && bearsOut(row, segment);
  };

  return {
    insert: ({ seal, file, signature }) =>
      insert(segments, {
        _id: seal.id,
        org_id: seal.org_id,
        first_sequence: seal.first_sequence,
        last_sequence: seal.last_sequence,
        last_hash: seal.last_hash,
        last_recorded_at: new Date(seal.last_recorded_at),
        entries: seal.entries,
        file,
        signature,
        archived_at: new Date(seal.at),
      }),
    async readLast(orgId) {
      const [last] = await segments.find({ org_id: orgId }, { sort: { first_sequence: -1 }, limit: 1 });
      return toSegment(last);
    },
    async unremoved(orgId, until) {
      const rows = await segments.find(
        { org_id: orgId, last_recorded_at: trusted({ $lte: until }) },
        { sort: { last_recorded_at: 1 } },
      );
      const gone = await readRemovals(orgId, rows);
      return rows.filter(({ _id }) => !gone.has(_id)).flatMap((row) => toSegment(row) ?? []);
    },
    async removedAt(orgId, sequence) {
      const before = { org_id: orgId, first_sequence: trusted({ $lte: sequence }) };
      const [row] = await segments.find(before, { sort: { first_sequence: -1 }, limit: 1 });
      const segment = toSegment(row);
      if (!segment || segment.seal.last_sequence < sequence || segment.seal.first_sequence > sequence) return null;
      return (await isRemoved(orgId, segment)) ? segment : null;
    },
    async removedSince(orgId, since, last) {
      const rows = await segments.find(
        {
          org_id: orgId,
          first_sequence: trusted({ $lte: last }),
          last_recorded_at: trusted({ $gte: since }),
        },
        { sort: { first_sequence: 1 } },
      );
      const gone = await readRemovals(orgId, rows);
      // Only removed segments are verified, since a signature costs more than the read of a row.
      return rows.flatMap((row) => {
        const removal = gone.get(row._id);
        const segment = removal ? toSegment(row) : null;
        return removal && segment && bearsOut(removal, segment) ? segment : [];
      });
    },
    async removedBetween(orgId, { first, last }) {
      const rows = await removals.find({ org_id: orgId, first_sequence: trusted({ $gte: first, $lte: last }) });
      return rows.reduce((sum, { entries }) => sum + entries, 0);
    },
    insertRemoval: (removal, { seal }) => [
      insert(removals, {
        _id: seal.id,
        org_id: seal.org_id,
        first_sequence: seal.first_sequence,
        entries: seal.entries,
        removed_at: new Date(removal.at),
        signature: seals.signRemoval(removal),
      }),
      insert(dues, {
        _id: seal.id,
        org_id: seal.org_id,
        first_sequence: seal.first_sequence,
        last_sequence: seal.last_sequence,
        version: 1,
      }),
    ],
    due: () => dues.find({}, { sort: { _id: 1 } }),
    done: ({ _id, version }) => remove(dues, _id, version),
  };
};
