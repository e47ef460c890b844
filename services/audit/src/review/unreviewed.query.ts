import { trusted } from '@qsc/service-kit';
import { type EntryCollection, toEntry } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';
import type { EntryFilter } from '../entry/entry-count.ts';
import { changesContent, type RiskyEntry, sortByRisk } from './entry-risk.ts';
import type { FindReviewed } from './review.store.ts';

/** The most entries that are sorted by risk, the newest of a trail. */
export const MOST_UNREVIEWED = 1_000;

type Reader = { recordId: string; userId: string };

/** Whether the newest change of content was reviewed, and the unreviewed changes of content, newest first. */
export type ReviewState = { isLatestReviewed: boolean; unreviewedIds: string[] };

export type UnreviewedQuery = {
  /** The entries of a record that the user has not reviewed, by risk, and how many there are. */
  list(orgId: string, reader: Reader, zone: string): Promise<{ entries: RiskyEntry[]; total: number }>;
  /** What a gate of approvals asks: a record without a recorded change of content counts as unreviewed. */
  readState(orgId: string, reader: Reader): Promise<ReviewState>;
};

type Parts = { entries: EntryCollection; findReviewed: FindReviewed };

const NEWEST_FIRST = { sequence: -1 } as const;

const SIGNED_OR_APPROVED = [{ action: 'approve' }, { 'signature.signed': true, action: trusted({ $ne: 'reject' }) }];

const MAY_CHANGE_CONTENT = [
  { action: trusted({ $in: ['create', 'delete', 'restore'] }) },
  { changes: trusted({ $ne: '{}' }) },
];

/** Reads what of a record's trail a user has not reviewed. */
export const makeUnreviewedQuery = ({ entries, findReviewed }: Parts): UnreviewedQuery => {
  const wasApprovedBefore = async (record: EntryFilter, oldest: AuditEntry | undefined): Promise<boolean> => {
    if (!oldest) return false;
    const before = { ...record, sequence: trusted({ $lt: oldest.sequence }), $or: SIGNED_OR_APPROVED };
    return (await entries.find(before, { sort: NEWEST_FIRST, limit: 1 })).length > 0;
  };

  return {
    async list(orgId, reader, zone) {
      const record: EntryFilter = { org_id: orgId, entity_id: reader.recordId };
      const reviewed = await findReviewed(orgId, reader);
      const filter = { ...record, ...(reviewed.length === 0 ? {} : { _id: trusted({ $nin: reviewed }) }) };
      const [docs, total] = await Promise.all([
        entries.find(filter, { sort: NEWEST_FIRST, limit: MOST_UNREVIEWED }),
        entries.count(filter),
      ]);
      const unreviewed = docs.map(toEntry);
      const wasApproved = await wasApprovedBefore(record, unreviewed.at(-1));
      return { entries: sortByRisk(unreviewed, { wasApproved, zone }), total };
    },

    async readState(orgId, reader) {
      const filter = { org_id: orgId, entity_id: reader.recordId, $or: MAY_CHANGE_CONTENT };
      const [docs, reviewed] = await Promise.all([
        entries.find(filter, { sort: NEWEST_FIRST, limit: MOST_UNREVIEWED }),
        findReviewed(orgId, reader),
      ]);
      const changes = docs.map(toEntry).filter(changesContent);
      const known = new Set(reviewed);
      const [latest] = changes;
      return {
        isLatestReviewed: latest !== undefined && known.has(latest.id),
        unreviewedIds: changes.flatMap(({ id }) => (known.has(id) ? [] : [id])),
      };
    },
  };
};
