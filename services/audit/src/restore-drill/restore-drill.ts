import { hash } from 'node:crypto';
import { ID_PREFIX } from '@qsc/contracts';
import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { makeEvent, systemCall } from '@qsc/service-kit/pure';
import { z } from 'zod';

/** Why a drill did not pass. A code and no text: each organisation reads it, and a text may name others, or paths and hosts. */
export const DrillReason = z.enum(['archive_damaged', 'chain_broken', 'not_verified']);

export type DrillReason = z.infer<typeof DrillReason>;

const DrillMembers = z.strictObject({
  at: z.iso.datetime(),
  passed: z.boolean(),
  /** Why it did not pass; null where it did. */
  reason: DrillReason.nullable(),
  /** Who ran it, by the operating system. */
  run_by: z.string(),
  /** The backup that was restored; null where it could not be read. */
  backup: z.strictObject({ moment: z.iso.datetime(), release: z.string(), documents: z.number().int() }).nullable(),
  /** The result for each organisation's log after the restore. */
  organizations: z.array(z.strictObject({ org_id: z.string(), valid: z.boolean(), entries: z.number().int() })),
});

export type DrillResult = z.infer<typeof DrillMembers>;

const passesWhole = ({ passed, reason, backup, organizations }: DrillResult): boolean =>
  passed === (reason === null) && (!passed || (backup !== null && organizations.every(({ valid }) => valid)));

/** The result of a restore drill, as `scripts/restore --drill` reports it at that time. It must not contradict itself. */
export const drillResultAt = (now: Date) =>
  DrillMembers.refine(passesWhole, {
    error: 'A drill that passed has a backup, no reason and no broken log; one that did not pass has a reason.',
    path: ['passed'],
  }).refine(({ at }) => new Date(at) <= now, { error: 'The drill is in the future.', path: ['at'] });

/** The restore drill of an organisation. It never changes. */
export type RestoreDrill = {
  id: string;
  org_id: string;
  at: Date;
  passed: boolean;
  reason: DrillReason | null;
  backup_moment: Date | null;
  release: string | null;
  /** Entries of its log that were verified after the restore; null where they were not. */
  entries: number | null;
};

export type RecordedDrill = { drill: RestoreDrill; event: ActEnvelope };

/**
 * The record of a drill for an organisation, with its event. Null where the drill does not concern it: it passed, and the
 * organisation was not in the backup.
 */
export const recordDrill = (result: DrillResult, orgId: string, now: Date): RecordedDrill | null => {
  const own = result.organizations.find(({ org_id }) => org_id === orgId);
  if (!own && result.passed) return null;
  const drill: RestoreDrill = {
    id: drillId(result, orgId),
    org_id: orgId,
    at: new Date(result.at),
    passed: result.passed,
    reason: reasonFor(result, own),
    backup_moment: result.backup && new Date(result.backup.moment),
    release: result.backup?.release ?? null,
    entries: own?.entries ?? null,
  };
  return { drill, event: toEvent(drill, result, now) };
};

/** The id is derived from the drill, so that reporting it again makes no second record. */
const drillId = ({ at, backup }: DrillResult, orgId: string): string => {
  const moments = [at, backup?.moment].map((moment) => (moment === undefined ? null : new Date(moment).toISOString()));
  return `${ID_PREFIX.restoreDrill}_${hash('sha256', JSON.stringify([orgId, ...moments]))}`;
};

/** A broken chain concerns its own organisation alone; the others learn that the drill did not pass as a whole. */
const reasonFor = (
  { reason }: DrillResult,
  own: DrillResult['organizations'][number] | undefined,
): DrillReason | null => {
  if (own?.valid === false) return 'chain_broken';
  return reason === 'chain_broken' ? 'not_verified' : reason;
};

const toEvent = (drill: RestoreDrill, { run_by, backup }: DrillResult, now: Date): ActEnvelope => {
  const { id, org_id, passed, reason, release, entries } = drill;
  const backup_moment = drill.backup_moment?.toISOString() ?? null;
  const members = { at: drill.at.toISOString(), passed, reason, backup_moment, release, entries };
  return makeEvent(auditEvents.restoreDrillRecorded, systemCall(org_id, now), {
    audit: {
      action: 'create',
      entity_type: 'restore_drill',
      entity_id: id,
      entity_name: `Restore of the backup of ${backup_moment ?? 'an unknown moment'}`,
      entity_version: 1,
      changes: Object.fromEntries(Object.entries(members).map(([path, to]) => [path, { from: null, to }])),
      details: { run_by, documents: backup?.documents ?? null },
    },
    record: { id, passed, backup_moment },
  });
};
