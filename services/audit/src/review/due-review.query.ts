import { type Call, trusted } from '@qsc/service-kit';
import { type EntryCollection, toReadable } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import { DEPTH, type EntryFilter } from '../entry/entry-count.ts';
import { type Risk, type RiskyEntry, sortByRisk, weigh } from './entry-risk.ts';
import type { ReviewCollection } from './review.store.ts';
import { drawSequences, findNextPeriod, type ReviewPeriod, SAMPLE_SIZE } from './review-period.ts';

/** The entries of a period that are searched for risks, its newest. */
const MOST_SEARCHED = 1_000;

/** `unreviewed` is null where there are more entries than were counted. */
type Counted = { total: number; is_minimum: boolean; reviewed: number; unreviewed: number | null };

/** What of the log is to be reviewed next, and whether it is due. */
export type DueReview = {
  interval_days: number;
  is_due: boolean;
  /** Null where the log has no entry. */
  due_at: Date | null;
  period: ReviewPeriod | null;
  entries: Counted;
  random_sample: AuditEntry[];
  targeted_sample: (AuditEntry & { risks: Risk[] })[];
};

export type ReadDueReview = (call: Pick<Call, 'actor' | 'zone' | 'now'>) => Promise<DueReview>;

type Parts = {
  entries: EntryCollection;
  reviews: ReviewCollection;
  readIntervalDays: (orgId: string) => Promise<number>;
};

/** How many entries are named in one query. */
const IDS_AT_ONCE = 10_000;

const HEAVY = ['changes', 'metadata'];
const OLDEST_FIRST = { timestamp: 1, sequence: 1 } as const;
const NEWEST_FIRST = { timestamp: -1, sequence: -1 } as const;
const NONE: Counted = { total: 0, is_minimum: false, reviewed: 0, unreviewed: 0 };

const readable = (docs: Parameters<typeof toReadable>[0][]): AuditEntry[] =>
  docs.flatMap((doc) => toReadable(doc) ?? []);

/** Reads the periodic review of the log that comes next (EU GMP Annex 11, clause 9). */
export const makeReadDueReview = ({ entries, reviews, readIntervalDays }: Parts): ReadDueReview => {
  const readEnd = async (filter: EntryFilter, sort: typeof OLDEST_FIRST | typeof NEWEST_FIRST) => {
    const [doc] = await entries.find(filter, { sort, limit: 1, without: HEAVY });
    return doc;
  };

  const readReviewedIds = async (org_id: string, { from, to }: ReviewPeriod): Promise<string[]> => {
    const filter = {
      org_id,
      entity_id: trusted({ $ne: null }),
      from: trusted({ $lte: to }),
      to: trusted({ $gte: from }),
    };
    const found = await reviews.find(filter, { without: ['notes'] });
    return [...new Set(found.flatMap(({ entry_ids }) => entry_ids))];
  };

  const countEntries = async (filter: EntryFilter, period: ReviewPeriod): Promise<Counted> => {
    const ids = await readReviewedIds(filter.org_id, period);
    const total = await entries.count(filter, { limit: DEPTH + 1 });
    let reviewed = 0;
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
      reviewed += await entries.count({ ...filter, _id: trusted({ $in: ids.slice(at, at + IDS_AT_ONCE) }) });
    if (total > DEPTH) return { total: DEPTH, is_minimum: true, reviewed, unreviewed: null };
    return { total, is_minimum: false, reviewed, unreviewed: Math.max(total - reviewed, 0) };
  };

  const readRandomSample = async (filter: EntryFilter, period: ReviewPeriod): Promise<AuditEntry[]> => {
    const [oldest, newest] = await Promise.all([readEnd(filter, OLDEST_FIRST), readEnd(filter, NEWEST_FIRST)]);
    if (!oldest || !newest) return [];
    const drawn = drawSequences(filter.org_id, period, { first: oldest.sequence, last: newest.sequence });
    return readable(await entries.find({ ...filter, sequence: trusted({ $in: drawn }) }, { sort: { sequence: 1 } }));
  };

  const findApprovedBefore = async (org_id: string, ids: string[], before: Date): Promise<Set<string>> => {
    const signed = { 'signature.signed': true, action: trusted({ $ne: 'reject' }) };
    const docs = await entries.find(
      {
        org_id,
        entity_id: trusted({ $in: ids }),
        timestamp: trusted({ $lt: before }),
        $or: [{ action: 'approve' }, signed],
      },
      { without: HEAVY },
    );
    return new Set(docs.map(({ entity_id }) => entity_id));
  };

  const readTargetedSample = async (filter: EntryFilter, zone: string): Promise<RiskyEntry[]> => {
    const newest = readable(await entries.find(filter, { sort: NEWEST_FIRST, limit: MOST_SEARCHED }));
    const oldest = newest.at(-1);
    if (!oldest) return [];
    const byRecord = Map.groupBy(newest, ({ entity_id }) => entity_id);
    const approved = await findApprovedBefore(filter.org_id, [...byRecord.keys()], new Date(oldest.timestamp));
    return [...byRecord]
      .flatMap(([id, trail]) => sortByRisk(trail, { wasApproved: approved.has(id), zone }))
      .filter(({ risks }) => risks.length > 0)
      .sort((one, other) => weigh(other.risks) - weigh(one.risks) || other.entry.sequence - one.entry.sequence)
      .slice(0, SAMPLE_SIZE);
  };

  return async ({ actor: { org_id }, zone, now }) => {
    const [interval_days, first, made] = await Promise.all([
      readIntervalDays(org_id),
      readEnd({ org_id }, OLDEST_FIRST),
      reviews.find({ org_id, entity_id: null }, { without: ['notes', 'entry_ids'] }),
    ]);
    const nothing = { interval_days, is_due: false, entries: NONE, random_sample: [], targeted_sample: [] };
    if (!first) return { ...nothing, due_at: null, period: null };
    const period = findNextPeriod(first.timestamp, made, interval_days);
    const due_at = new Date(period.to.getTime() + 1);
    if (now < due_at) return { ...nothing, due_at, period };
    const filter = { org_id, timestamp: trusted({ $gte: period.from, $lte: period.to }) };
    const [counted, random_sample, targeted] = await Promise.all([
      countEntries(filter, period),
      readRandomSample(filter, period),
      readTargetedSample(filter, zone),
    ]);
    const targeted_sample = targeted.map(({ entry, risks }) => ({ ...entry, risks }));
    return { interval_days, is_due: true, due_at, period, entries: counted, random_sample, targeted_sample };
  };
};
