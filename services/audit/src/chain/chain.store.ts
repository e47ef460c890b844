import {
  type EntryCollection,
  nativeCollection,
  type StoredEntry,
  toReadable,
  toStored,
} from '../entry/entry.store.ts';
import { type AuditEntry, EMPTY_CHAIN, type Head, type RecordedAction } from '../entry/entry.ts';
import type { Found } from './link.ts';

/** First and last sequence number of a part of a chain. */
export type SequenceRange = { first: number; last: number };

/** The part of a chain between two moments; null for no limit. */
export type Period = { from: Date | null; to: Date | null };

/** Where an organisation's chain ends. */
export type ChainEnd = { orgId: string; sequence: number };

/** The chains as they are stored. Reads see only what the majority of the database has. */
export type ChainStore = {
  /** Adds entries in their order and stops at the first that an index refuses. Resolves when they are durable. */
  append(entries: readonly AuditEntry[]): Promise<void>;
  /** The last entry of the organisation, `EMPTY_CHAIN` when there is none. */
  readHead(orgId: string): Promise<Head>;
  /** Which of the events have their entry. */
  findRecorded(actions: readonly Pick<RecordedAction, 'orgId' | 'eventId'>[]): Promise<Set<string>>;
  /** From the first to the last entry whose timestamp is in the period; null when there is none. */
  findRange(orgId: string, period: Period): Promise<SequenceRange | null>;
  /** An entry before or behind all that have a number from 1; null for none. */
  findStray(orgId: string): Promise<Found | null>;
  entryAt(orgId: string, sequence: number): Promise<Found | null>;
  /** The entry next after a sequence number, wherever it is. */
  nextAfter(orgId: string, sequence: number): Promise<Found | null>;
  /** The entries of a range in the order of the chain, read on demand. */
  stream(orgId: string, range: SequenceRange): AsyncIterable<Found>;
  /** The ends of all chains, some hundreds at a time, read on demand. */
  ends(): AsyncIterable<ChainEnd[]>;
};

const READ_BATCH = 500;

const DURABLE = { w: 'majority', journal: true, wtimeoutMS: 10_000 } as const;

/** In the order of the index backwards, so that one key of each chain is read and no other. */
export const ENDS = [
  { $sort: { org_id: -1, sequence: -1 } },
  { $group: { _id: '$org_id', sequence: { $first: '$sequence' } } },
  { $project: { _id: 0, orgId: '$_id', sequence: 1 } },
];

const found = (doc: StoredEntry): Found => ({ id: doc._id, sequence: doc.sequence, entry: toReadable(doc) });

/** Whole numbers alone: an entry that was inserted between them is the head of no chain. */
const IS_WHOLE = {
  $expr: { $cond: [{ $isNumber: '$sequence' }, { $eq: ['$sequence', { $floor: '$sequence' }] }, false] },
};

const timestampIn = ({ from, to }: Period): Record<string, unknown> =>
  from || to ? { timestamp: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } : {};

/** Opens the chains in the collection of entries. */
export const makeChainStore = (collection: EntryCollection): ChainStore => {
  const entries = nativeCollection(collection);
  const first = async (filter: Record<string, unknown>, direction: 1 | -1): Promise<StoredEntry | undefined> =>
    (await entries.find(filter).sort({ sequence: direction }).limit(1).toArray())[0];

  return {
    async append(added) {
      await entries.insertMany(added.map(toStored), { ordered: true, writeConcern: DURABLE });
    },
    async readHead(orgId) {
      const last = await first(
        { org_id: orgId, sequence: { $gte: 1, $lte: Number.MAX_SAFE_INTEGER }, ...IS_WHOLE },
        -1,
      );
      return last ? { sequence: last.sequence, hash: last.hash } : EMPTY_CHAIN;
    },
    async findRecorded(actions) {
      const orgIds = [...new Set(actions.map(({ orgId }) => orgId))];
      const eventIds = actions.map(({ eventId }) => eventId);
      const filter = { org_id: { $in: orgIds }, event_id: { $in: eventIds } };
      const known = entries.find(filter, { projection: { _id: 0, event_id: 1 } });
      return new Set((await known.toArray()).map((entry) => entry.event_id));
    },
    async findRange(orgId, period) {
      const [range] = await entries
        .aggregate<SequenceRange>([
          { $match: { org_id: orgId, ...timestampIn(period) } },
          { $group: { _id: null, first: { $min: '$sequence' }, last: { $max: '$sequence' } } },
        ])
        .toArray();
      return range ? { first: range.first, last: range.last } : null;
    },
    async findStray(orgId) {
      const ends = await Promise.all([first({ org_id: orgId }, 1), first({ org_id: orgId }, -1)]);
      const stray = ends.find((doc) => doc && !(typeof doc.sequence === 'number' && doc.sequence >= 1));
      return stray ? found(stray) : null;
    },
    async entryAt(orgId, sequence) {
      const doc = await entries.findOne({ org_id: orgId, sequence });
      return doc && found(doc);
    },
    async nextAfter(orgId, sequence) {
      const doc = await first({ org_id: orgId, sequence: { $gt: sequence } }, 1);
      return doc ? found(doc) : null;
    },
    async *stream(orgId, range) {
      const cursor = entries
        .find({ org_id: orgId, sequence: { $gte: range.first, $lte: range.last } })
        .sort({ sequence: 1 })
        .batchSize(READ_BATCH);
      for await (const doc of cursor) yield found(doc);
    },
    async *ends() {
      const cursor = entries.aggregate<ChainEnd>(ENDS, { hint: { org_id: 1, sequence: 1 }, batchSize: READ_BATCH });
      let ends: ChainEnd[] = [];
      for await (const end of cursor) {
        ends.push(end);
        if (ends.length < READ_BATCH) continue;
        yield ends;
        ends = [];
      }
      if (ends.length > 0) yield ends;
    },
  };
};
