import { type Clock, isDuplicateKey, type Log } from '@qsc/service-kit';
import { LRUCache } from 'lru-cache';
import type { ChainStore } from '../chain/chain.store.ts';
import { type AuditEntry, entryAfter, type Head, type RecordedAction } from '../entry/entry.ts';

type Parts = { store: Pick<ChainStore, 'append' | 'readHead' | 'findRecorded'>; clock: Clock; log: Log };

export type ChainWriter = {
  /**
   * Records actions, each exactly once, at the end of their organisations' chains. Resolves when every one has a durable entry.
   * Throws the error of the database; the same actions may then be passed again, since those with an entry are skipped.
   * @returns the entries that this call has added, in order.
   */
  write(actions: readonly RecordedAction[]): Promise<readonly AuditEntry[]>;
};

const KNOWN_HEADS = 50_000;

const distinct = (actions: readonly RecordedAction[]): RecordedAction[] => [
  ...new Map(actions.map((action) => [action.eventId, action])).values(),
];

/**
 * Writes chains, with a cache of their ends. The cache may be out of date when another writer took over; then the unique
 * (org_id, sequence) refuses the first entry, the insert stops there, and the end is read again.
 */
export const makeChainWriter = ({ store, clock, log }: Parts): ChainWriter => {
  const known = new LRUCache<string, Head>({ max: KNOWN_HEADS });

  const readHeads = async (actions: readonly RecordedAction[]): Promise<Map<string, Head>> => {
    const orgIds = [...new Set(actions.map((action) => action.orgId))];
    return new Map(
      await Promise.all(orgIds.map(async (id) => [id, known.get(id) ?? (await store.readHead(id))] as const)),
    );
  };

  const append = async (actions: readonly RecordedAction[]): Promise<readonly AuditEntry[]> => {
    const heads = await readHeads(actions);
    const now = clock();
    const entries = actions.map((action) => {
      const entry = entryAfter(heads.get(action.orgId) as Head, action, now);
      heads.set(action.orgId, entry);
      return entry;
    });
    for (const orgId of heads.keys()) known.delete(orgId);
    await store.append(entries);
    for (const [orgId, { sequence, hash }] of heads) known.set(orgId, { sequence, hash });
    return entries;
  };

  const withoutRecorded = async (actions: readonly RecordedAction[]): Promise<RecordedAction[]> => {
    const recorded = await store.findRecorded(actions);
    return actions.filter((action) => !recorded.has(action.eventId));
  };

  let isUnsure = false;

  return {
    async write(actions) {
      let open = distinct(actions);
      for (;;) {
        try {
          if (isUnsure) open = await withoutRecorded(open);
          const added = open.length > 0 ? await append(open) : [];
          isUnsure = false;
          return added;
        } catch (error) {
          isUnsure = true;
          if (!isDuplicateKey(error)) throw error;
          log.info('another writer has extended a chain; its end is read again');
        }
      }
    },
  };
};
