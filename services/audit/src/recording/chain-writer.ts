import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log } from '@qsc/service-kit';
import { LRUCache } from 'lru-cache';
import type { ChainStore } from '../chain/chain.store.ts';
import { type AuditEntry, entryAfter, type Head, type RecordedAction } from '../entry/entry.ts';

type Parts = { store: Pick<ChainStore, 'append' | 'headOf' | 'recordedOf'>; clock: Clock; log: Log };

export type ChainWriter = {
  /**
   * Records actions, each exactly once, at the end of their organisations' chains. Resolves when every one has a durable
   * entry, however long the database is away; rejects only when the signal aborts.
   * @returns the entries that this call has added, in order.
   */
  write(actions: readonly RecordedAction[], signal: AbortSignal): Promise<readonly AuditEntry[]>;
};

const KNOWN_HEADS = 50_000;
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 2_000;
const ATTEMPTS_BEFORE_ERROR = 10;
const DUPLICATE_KEY = 11_000;

const isDuplicateKey = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === DUPLICATE_KEY;

const distinct = (actions: readonly RecordedAction[]): RecordedAction[] => [
  ...new Map(actions.map((action) => [action.eventId, action])).values(),
];

const pauseAfter = (attempt: number): number =>
  (0.5 + Math.random() / 2) * Math.min(FIRST_PAUSE_MS * 2 ** attempt, LAST_PAUSE_MS);

/**
 * The writer of chains. It remembers where each chain ends. That memory may be out of date when another writer took
 * over; then the unique (org_id, sequence) refuses the first entry, the insert stops there, and the chain is read again.
 */
export const makeChainWriter = ({ store, clock, log }: Parts): ChainWriter => {
  const known = new LRUCache<string, Head>({ max: KNOWN_HEADS });

  const headsOf = async (actions: readonly RecordedAction[]): Promise<Map<string, Head>> => {
    const orgIds = [...new Set(actions.map((action) => action.orgId))];
    return new Map(
      await Promise.all(orgIds.map(async (id) => [id, known.get(id) ?? (await store.headOf(id))] as const)),
    );
  };

  const append = async (actions: readonly RecordedAction[]): Promise<readonly AuditEntry[]> => {
    const heads = await headsOf(actions);
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
    const recorded = await store.recordedOf(actions.map((action) => action.eventId));
    return actions.filter((action) => !recorded.has(action.eventId));
  };

  const tell = (error: unknown, attempt: number): void => {
    if (isDuplicateKey(error)) log.info('a chain has moved on; its end is read again', { attempt });
    else if (attempt < ATTEMPTS_BEFORE_ERROR)
      log.warn('entries could not be written; they are kept and tried again', { attempt, ...errorFields(error) });
    else log.error('entries cannot be written; their messages wait', { attempt, ...errorFields(error) });
  };

  return {
    async write(actions, signal) {
      let open = distinct(actions);
      for (let attempt = 0; ; attempt += 1) {
        try {
          if (attempt > 0) open = await withoutRecorded(open);
          return open.length > 0 ? await append(open) : [];
        } catch (error) {
          tell(error, attempt);
          await wait(pauseAfter(attempt), undefined, { signal });
        }
      }
    },
  };
};
