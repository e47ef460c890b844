import { type EntryCollection, nativeCollection } from '../entry/entry.store.ts';
import type { Hold } from '../hold/hold.ts';
import type { SegmentSeal } from './segment.ts';

/** The only code that removes entries; the database user of the service may not, that of the worker may. */
export type EntryRemoval = {
  /** Whether the hold covers an entry of the segment. */
  isHeld(hold: Hold, segment: SegmentSeal): Promise<boolean>;
  /** Removes the entries of the segment, those that are left of it. Ends by the signal's reason once it fires. */
  remove(segment: SegmentSeal, signal: AbortSignal): Promise<void>;
};

const STEP = 1_000;

const DURABLE = { w: 'majority', journal: true, wtimeoutMS: 10_000 } as const;

const within = ({ org_id, first_sequence, last_sequence }: SegmentSeal) => ({
  org_id,
  sequence: { $gte: first_sequence, $lte: last_sequence },
});

const coveredBy = ({ from, to, entity_types, entity_ids }: Hold): Record<string, unknown> => ({
  ...(entity_types.length > 0 ? { entity_type: { $in: entity_types } } : {}),
  ...(entity_ids.length > 0 ? { entity_id: { $in: entity_ids } } : {}),
  ...(from || to ? { timestamp: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } : {}),
});

/** The removal of entries in MongoDB. */
export const makeEntryRemoval = (collection: EntryCollection): EntryRemoval => {
  const entries = nativeCollection(collection);
  return {
    async isHeld(hold, segment) {
      const filter = { ...within(segment), ...coveredBy(hold) };
      return (await entries.findOne(filter, { projection: { _id: 1 }, hint: { org_id: 1, sequence: 1 } })) !== null;
    },
    async remove({ org_id, first_sequence, last_sequence }, signal) {
      for (let first = first_sequence; first <= last_sequence; first += STEP) {
        signal.throwIfAborted();
        const sequence = { $gte: first, $lte: Math.min(first + STEP - 1, last_sequence) };
        await entries.deleteMany({ org_id, sequence }, { writeConcern: DURABLE });
      }
    },
  };
};
