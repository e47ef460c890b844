import { ID_PREFIX } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { type Call, changesBetween, invalidField, makeEvent } from '@qsc/service-kit/pure';

/** Entries of these kinds of record are retained for another time. */
export type RetentionException = { entity_types: string[]; retention_period_years: number; reason: string };

/** The rules of a policy: all of it but its id (specification, "Retention policy"). */
export type RetentionRules = {
  name: string;
  retention_period_years: number;
  /** Kinds of record; `all` for every one. Entries of others are retained permanently. */
  applies_to: string[];
  archive_after_years: number;
  archive_storage: 'file_store';
  deletion_policy: 'never' | 'after_retention';
  exceptions: RetentionException[];
};

export type RetentionPolicy = RetentionRules & {
  policy_id: string;
  version: number;
  /** When and by whom it was set; null for the standard policy, which nobody set. */
  changed_at: Date | null;
  changed_by: string | null;
};

/** The part of a segment that a policy depends on. */
export type SegmentAge = { entity_types: readonly string[]; last_recorded_at: string };

const ALL = 'all';

const STANDARD: RetentionRules = {
  name: 'Standard retention of GxP records',
  retention_period_years: 30,
  applies_to: [ALL],
  archive_after_years: 5,
  archive_storage: 'file_store',
  deletion_policy: 'never',
  exceptions: [],
};

/** The policy of an organisation without one of its own: retained for 30 years, archived after 5, never removed. */
export const standardPolicy = (orgId: string): RetentionPolicy => ({
  ...STANDARD,
  policy_id: `${ID_PREFIX.retentionPolicy}_${orgId.replace(/^[a-z]+_/, '')}`,
  version: 1,
  changed_at: null,
  changed_by: null,
});

const toRules = ({ policy_id: _id, version: _v, changed_at: _at, changed_by: _by, ...rules }: RetentionPolicy) => rules;

const longestYears = ({ retention_period_years, exceptions }: RetentionRules): number =>
  Math.max(retention_period_years, ...exceptions.map((exception) => exception.retention_period_years));

/**
 * The policy with other rules, as its next version, and the event; null where the rules are those that hold already. Throws
 * `validation_failed` for an archive that begins after the retention is over.
 */
export const replacePolicy = (
  current: RetentionPolicy,
  rules: RetentionRules,
  call: Call,
): { policy: RetentionPolicy; event: ActEnvelope } | null => {
  if (rules.archive_after_years > longestYears(rules))
    throw invalidField(
      'archive_after_years',
      'after_retention',
      'Entries are archived before their retention is over.',
    );
  const changes = changesBetween(toRules(current), rules);
  if (Object.keys(changes).length === 0) return null;
  const { policy_id } = current;
  const version = current.version + 1;
  const policy = { ...rules, policy_id, version, changed_at: call.now, changed_by: call.actor.id };
  const event = makeEvent(auditEvents.retentionUpdated, call, {
    audit: {
      action: 'update',
      entity_type: 'retention_policy',
      entity_id: policy_id,
      entity_name: rules.name,
      entity_version: version,
      changes,
    },
    record: { id: policy_id, version },
  });
  return { policy, event };
};

/** A moment so many years earlier; of 29 February the 28th, so that nothing is over a day too soon. */
export const yearsBefore = (moment: Date, years: number): Date => {
  const earlier = new Date(moment);
  earlier.setUTCFullYear(earlier.getUTCFullYear() - years);
  if (earlier.getUTCMonth() !== moment.getUTCMonth()) earlier.setUTCDate(0);
  return earlier;
};

/** Entries that were recorded before this moment are archived: the beginning of the month that is old enough. */
export const archiveBefore = ({ archive_after_years }: RetentionRules, now: Date): Date => {
  const old = yearsBefore(now, archive_after_years);
  return new Date(Date.UTC(old.getUTCFullYear(), old.getUTCMonth(), 1));
};

/** The retention of a kind of record in years; null for permanent. The longest of its exceptions counts. */
export const retentionYears = ({ applies_to, exceptions, retention_period_years }: RetentionRules, type: string) => {
  if (!applies_to.includes(ALL) && !applies_to.includes(type)) return null;
  const own = exceptions.filter(({ entity_types }) => entity_types.includes(type));
  return own.length === 0
    ? retention_period_years
    : Math.max(...own.map((exception) => exception.retention_period_years));
};

/** The shortest time after which an entry may be removed, in years; null where nothing ever is. */
export const shortestYears = (rules: RetentionRules): number | null =>
  rules.deletion_policy === 'never'
    ? null
    : Math.min(rules.retention_period_years, ...rules.exceptions.map((exception) => exception.retention_period_years));

/** Whether the policy allows the removal of a segment: the retention of every entry in it has ended. */
export const mayRemove = (rules: RetentionRules, segment: SegmentAge, now: Date): boolean => {
  if (rules.deletion_policy === 'never') return false;
  const years = segment.entity_types.map((type) => retentionYears(rules, type));
  const newest = new Date(segment.last_recorded_at);
  return years.every((limit) => limit !== null && newest <= yearsBefore(now, limit));
};
