import { type EntryCollection, nativeCollection, type StoredEntry, toReadable } from '../entry/entry.store.ts';
import type { AuditEntry } from '../entry/entry.ts';

type Between = { from: Date; until: Date };

/** The part of an entry about a signature. */
export type SignedEntry = { id: string; at: Date; signatureId: string | null; entityId: string };

/** Reads of the log for a report. */
export type ReportEntries = {
  count(orgId: string, period: Between): Promise<number>;
  /** How many of a range of sequence numbers have an entry. */
  countSequences(orgId: string, range: { first: number; last: number }): Promise<number>;
  signed(orgId: string, period: Between): AsyncIterable<SignedEntry>;
  /**
   * Entries about users that may be access events: failed logins, refused signatures, and changes. `entry` is null where the
   * stored document cannot be read.
   */
  aboutAccess(orgId: string, period: Between): AsyncIterable<{ id: string; entry: AuditEntry | null }>;
  /** The users who logged in. */
  loggedIn(orgId: string, period: Between): Promise<Set<string>>;
  /** Those of the versions of records that have an entry, as `<record>/<version>`. */
  versionsIn(orgId: string, versions: readonly { record_id: string; version: number }[]): Promise<Set<string>>;
};

const READ_BATCH = 500;

/** `details` is stored as JSON text, in which a quote inside of a value is escaped. */
const FAILED = /"outcome":"failed"/;

const timestampIn = ({ from, until }: Between) => ({ timestamp: { $gte: from, $lte: until } });

const OLDEST_FIRST = { timestamp: 1, sequence: 1 } as const;

/** The key of a version of a record. */
export const versionKey = (recordId: string, version: number): string => `${recordId}/${version}`;

/** Reads from the collection of entries. */
export const makeReportEntries = (collection: EntryCollection): ReportEntries => {
  const entries = nativeCollection(collection);
  return {
    count: (org_id, period) => entries.countDocuments({ org_id, ...timestampIn(period) }),
    countSequences: (org_id, { first, last }) =>
      entries.countDocuments({ org_id, sequence: { $gte: first, $lte: last } }),
    async *signed(org_id, period) {
      const found = entries
        .find({ org_id, 'signature.signed': true, ...timestampIn(period) })
        .project<Pick<StoredEntry, '_id' | 'timestamp' | 'entity_id' | 'signature'>>({
          timestamp: 1,
          entity_id: 1,
          signature: 1,
        })
        .sort(OLDEST_FIRST)
        .batchSize(READ_BATCH);
      for await (const { _id, timestamp, entity_id, signature } of found)
        yield { id: _id, at: timestamp, signatureId: signature.signature_id, entityId: entity_id };
    },
    async *aboutAccess(org_id, period) {
      const acts = [
        { action: 'login', 'metadata.details': FAILED },
        { action: 'sign', 'signature.signed': false },
        { action: 'update' },
      ];
      const found = entries
        .find({ org_id, entity_type: 'user', ...timestampIn(period), $or: acts })
        .sort(OLDEST_FIRST)
        .batchSize(READ_BATCH);
      for await (const stored of found) yield { id: stored._id, entry: toReadable(stored) };
    },
    async loggedIn(org_id, period) {
      const succeeded = { action: 'login', 'metadata.details': { $not: FAILED } };
      const users = await entries.distinct('user.id', { org_id, ...succeeded, ...timestampIn(period) });
      return new Set(users);
    },
    async versionsIn(org_id, versions) {
      const ids = [...new Set(versions.map(({ record_id }) => record_id))];
      const numbers = [...new Set(versions.map(({ version }) => version))];
      const found = entries
        .find({ org_id, entity_id: { $in: ids }, entity_version: { $in: numbers }, action: { $ne: 'read' } })
        .project<Pick<StoredEntry, 'entity_id' | 'entity_version'>>({ entity_id: 1, entity_version: 1 })
        .batchSize(READ_BATCH);
      const known = new Set<string>();
      for await (const { entity_id, entity_version } of found) known.add(versionKey(entity_id, entity_version ?? 0));
      return known;
    },
  };
};
