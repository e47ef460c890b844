import { AUDIT_ACTIONS } from '@qsc/contracts';
import type { SequenceRange } from '../chain/chain.store.ts';
import { type EntryCollection, nativeOf, type StoredEntry } from '../entry/entry.store.ts';
import type { ExportRequest } from './export.ts';

/** What is asked for of the entries. */
export type Asked = Pick<ExportRequest, 'from' | 'to' | 'entity_types' | 'actions'>;

/** What an export reads of the database: the entries that it asks for, of a part of the chain. */
export type ExportedEntries = {
  /** About how many entries there are up to a number; exact unless counting takes too long. */
  estimate(orgId: string, asked: Asked, lastSequence: number): Promise<number>;
  /** The entries in the order of the chain, in the batches in which they come from the database. */
  batches(orgId: string, asked: Asked, read: Reading): AsyncGenerator<StoredEntry[]>;
};

/** Which part of the chain, and what of an entry is read. */
export type Reading = { range: SequenceRange; fields: readonly string[] };

const COUNT_MS = 1_000;
const BATCH = 500;
const CHAIN_ORDER = { sequence: 1 } as const;
const TIMED_OUT = 50;

const filterOf = (orgId: string, { from, to, entity_types, actions }: Asked, { first, last }: SequenceRange) => ({
  org_id: orgId,
  timestamp: { $gte: from, $lte: to },
  sequence: { $gte: first, $lte: last },
  ...(entity_types.length > 0 ? { entity_type: { $in: [...entity_types] } } : {}),
  ...(actions.length > 0 ? { action: { $in: [...actions] } } : {}),
});

type EntryFilter = ReturnType<typeof filterOf>;

const isNarrow = (filter: EntryFilter): boolean => 'entity_type' in filter || 'action' in filter;

/** All actions together are no filter. */
const narrowed = (asked: Asked): Asked => ({
  ...asked,
  actions: new Set(asked.actions).size === AUDIT_ACTIONS.length ? [] : asked.actions,
});

/** Opens the log for exports. */
export const makeExportedEntries = (collection: EntryCollection): ExportedEntries => {
  const entries = nativeOf(collection);

  const count = async (filter: EntryFilter): Promise<number | null> => {
    try {
      return await entries.countDocuments(filter, { maxTimeMS: COUNT_MS });
    } catch (error) {
      if ((error as { code?: unknown }).code === TIMED_OUT) return null;
      throw error;
    }
  };

  /** Entries are recorded in the order in which things happen, more or less: the ends of a period tell its length. */
  const spanOf = async (filter: EntryFilter): Promise<number> => {
    const { org_id, timestamp, sequence } = filter;
    const end = async (direction: 1 | -1): Promise<number | undefined> => {
      const found = entries.find({ org_id, timestamp, sequence }, { projection: { _id: 0, sequence: 1 } });
      return (await found.sort({ timestamp: direction, sequence: direction }).limit(1).toArray())[0]?.sequence;
    };
    const [first, last] = await Promise.all([end(1), end(-1)]);
    return first === undefined || last === undefined ? 0 : Math.max(1, last - first + 1);
  };

  const rangeOf = async (filter: EntryFilter): Promise<{ first: number; last: number } | undefined> => {
    const ends = { _id: null, first: { $min: '$sequence' }, last: { $max: '$sequence' } };
    const found = entries.aggregate<{ first: number; last: number }>([{ $match: filter }, { $group: ends }]);
    return (await found.toArray())[0];
  };

  return {
    async estimate(orgId, asked, lastSequence) {
      const filter = filterOf(orgId, narrowed(asked), { first: 1, last: lastSequence });
      return (await count(filter)) ?? spanOf(filter);
    },
    async *batches(orgId, asked, { range: part, fields }) {
      const filter = filterOf(orgId, narrowed(asked), part);
      const range = await rangeOf(filter);
      if (!range) return;
      const projection = Object.fromEntries(fields.map((field) => [field, 1]));
      const cursor = entries
        .find({ ...filter, sequence: { $gte: range.first, $lte: range.last } }, { projection, batchSize: BATCH })
        .sort(CHAIN_ORDER)
        .allowDiskUse();
      if (!isNarrow(filter)) cursor.hint({ org_id: 1, ...CHAIN_ORDER });
      try {
        while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
      } finally {
        await cursor.close();
      }
    },
  };
};
