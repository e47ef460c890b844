import { AUDIT_ACTIONS } from '@qsc/contracts';
import type { SequenceRange } from '../chain/chain.store.ts';
import { type EntryCollection, nativeCollection, type StoredEntry } from '../entry/entry.store.ts';
import type { ExportRequest } from './export.ts';

/** The filter of an export. */
export type ExportFilter = Pick<ExportRequest, 'from' | 'to' | 'entity_types' | 'actions'>;

/** The entries in the database as an export reads them, of a part of the chain. */
export type ExportedEntries = {
  /** The number of entries up to a sequence number; an estimate where counting takes too long. */
  estimate(orgId: string, request: ExportFilter, lastSequence: number): Promise<number>;
  /** The entries in the order of the chain, in the batches of the database. */
  batches(orgId: string, request: ExportFilter, read: Reading): AsyncGenerator<StoredEntry[]>;
};

/** The part of the chain, and the fields to read. */
export type Reading = { range: SequenceRange; fields: readonly string[] };

const COUNT_MS = 1_000;
const BATCH = 500;
const CHAIN_ORDER = { sequence: 1 } as const;
const TIMED_OUT = 50;

const buildFilter = (
  orgId: string,
  { from, to, entity_types, actions }: ExportFilter,
  { first, last }: SequenceRange,
) => ({
  org_id: orgId,
  timestamp: { $gte: from, $lte: to },
  sequence: { $gte: first, $lte: last },
  ...(entity_types.length > 0 ? { entity_type: { $in: [...entity_types] } } : {}),
  ...(actions.length > 0 ? { action: { $in: [...actions] } } : {}),
});

type EntryFilter = ReturnType<typeof buildFilter>;

const isNarrow = (filter: EntryFilter): boolean => 'entity_type' in filter || 'action' in filter;

/** All actions together are no filter. */
const narrowed = (request: ExportFilter): ExportFilter => ({
  ...request,
  actions: new Set(request.actions).size === AUDIT_ACTIONS.length ? [] : request.actions,
});

/** Opens the log for exports. */
export const makeExportedEntries = (collection: EntryCollection): ExportedEntries => {
  const entries = nativeCollection(collection);

  const count = async (filter: EntryFilter): Promise<number | null> => {
    try {
      return await entries.countDocuments(filter, { maxTimeMS: COUNT_MS });
    } catch (error) {
      if ((error as { code?: unknown }).code === TIMED_OUT) return null;
      throw error;
    }
  };

  /** Entries are recorded roughly in the order of time, so the ends of a period give its length. */
  const estimateSpan = async (filter: EntryFilter): Promise<number> => {
    const { org_id, timestamp, sequence } = filter;
    const end = async (direction: 1 | -1): Promise<number | undefined> => {
      const found = entries.find({ org_id, timestamp, sequence }, { projection: { _id: 0, sequence: 1 } });
      return (await found.sort({ timestamp: direction, sequence: direction }).limit(1).toArray())[0]?.sequence;
    };
    const [first, last] = await Promise.all([end(1), end(-1)]);
    return first === undefined || last === undefined ? 0 : Math.max(1, last - first + 1);
  };

  const findRange = async (filter: EntryFilter): Promise<{ first: number; last: number } | undefined> => {
    const ends = { _id: null, first: { $min: '$sequence' }, last: { $max: '$sequence' } };
    const found = entries.aggregate<{ first: number; last: number }>([{ $match: filter }, { $group: ends }]);
    return (await found.toArray())[0];
  };

  return {
    async estimate(orgId, request, lastSequence) {
      const filter = buildFilter(orgId, narrowed(request), { first: 1, last: lastSequence });
      return (await count(filter)) ?? estimateSpan(filter);
    },
    async *batches(orgId, request, { range: part, fields }) {
      const filter = buildFilter(orgId, narrowed(request), part);
      const range = await findRange(filter);
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
