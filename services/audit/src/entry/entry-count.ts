import { trusted } from '@qsc/service-kit';
import { LRUCache } from 'lru-cache';
import { BY_SIGNATURE, type EntryCollection } from './entry.store.ts';

/** The depth of pages, in entries, and the largest number of matches counted. */
export const DEPTH = 100_000;

/** How many entries match; `isMinimum` where there are more than are counted. */
export type Count = { total: number; isMinimum: boolean };

/** A filter as the database takes it. */
export type EntryFilter = { org_id: string } & Record<string, unknown>;

/** How many entries match a filter. */
export type CountEntries = (filter: EntryFilter) => Promise<Count>;

/** The matches among the entries up to a sequence number. */
type Known = Count & { upTo: number };

const KNOWN_COUNTS = 10_000;
/** A removed entry may count for this long; nothing else makes a count wrong. */
const KNOWN_MS = 60_000;
/** Beyond so many new entries it is cheaper to count by the indexes again. */
const NEW_ENTRIES = 5_000;

const BY_SEQUENCE = { org_id: 1, sequence: 1 } as const;

/** How many entries of a range were removed after their retention. */
export type RemovedBetween = (orgId: string, range: { first: number; last: number }) => Promise<number>;

type Parts = {
  entries: EntryCollection;
  removedBetween: RemovedBetween;
  /** How many matches are counted at the most. */
  depth?: number;
};

const toKey = (filter: EntryFilter): string => JSON.stringify(filter);

const isWhole = (filter: EntryFilter): boolean => Object.keys(filter).length === 1;

/**
 * Counts the matches of filters. Entries never change, so a count is cached, and the next one reads new entries only. The whole
 * log is counted by its ends, since sequence numbers have no gaps except removed entries.
 */
export const makeEntryCount = ({ entries, removedBetween, depth = DEPTH }: Parts): CountEntries => {
  const known = new LRUCache<string, Known>({ max: KNOWN_COUNTS, ttl: KNOWN_MS });

  const readEnd = async (org_id: string, direction: 1 | -1): Promise<number> => {
    const page = { sort: { sequence: direction }, limit: 1, without: ['changes', 'metadata'] };
    const [entry] = await entries.find({ org_id }, page);
    return entry?.sequence ?? 0;
  };

  const countWhole = async (orgId: string): Promise<Count> => {
    const [first, last] = await Promise.all([readEnd(orgId, 1), readEnd(orgId, -1)]);
    const total = last === 0 ? 0 : last - first + 1 - (await removedBetween(orgId, { first, last }));
    return { total, isMinimum: false };
  };

  const countUpTo = async (filter: EntryFilter, upTo: number): Promise<Known> => {
    const hint = filter['signature.signed'] === true ? { hint: BY_SIGNATURE } : {};
    const total = await entries.count({ ...filter, sequence: trusted({ $lte: upTo }) }, { limit: depth + 1, ...hint });
    return { total: Math.min(total, depth), isMinimum: total > depth, upTo };
  };

  const countOn = async (filter: EntryFilter, before: Known, upTo: number): Promise<Known> => {
    if (before.isMinimum || before.upTo >= upTo) return before;
    const added = { ...filter, sequence: trusted({ $gt: before.upTo, $lte: upTo }) };
    const total = before.total + (await entries.count(added, { hint: BY_SEQUENCE }));
    return { total: Math.min(total, depth), isMinimum: total > depth, upTo };
  };

  return async (filter) => {
    if (isWhole(filter)) return countWhole(filter.org_id);
    const key = toKey(filter);
    const before = known.get(key);
    const upTo = await readEnd(filter.org_id, -1);
    const isNear = before && (before.isMinimum || upTo - before.upTo <= NEW_ENTRIES);
    const counted = isNear ? await countOn(filter, before, upTo) : await countUpTo(filter, upTo);
    known.set(key, counted, { noUpdateTTL: true });
    return counted;
  };
};
