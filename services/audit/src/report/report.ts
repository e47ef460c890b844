import { canonicalHash } from '@qsc/service-kit/pure';
import { z } from 'zod';
import { RESULTS } from '../system-qualification/system-qualification.ts';
import { ComplianceStatus, Finding, worstStatus } from './finding.ts';

/** The sections of a report (specification, "Compliance report"). */
export const SECTION_NAMES = [
  'electronic_signatures',
  'audit_trail_completeness',
  'access_controls',
  'system_validations',
] as const;

export const SectionName = z.enum(SECTION_NAMES).meta({ id: 'ComplianceSectionName' });

export type SectionName = z.infer<typeof SectionName>;

/** At most so many signatures are listed in a report. */
export const SHOWN_SIGNATURES = 1_000;

const outcome = {
  status: ComplianceStatus,
  findings: z.array(Finding).meta({ description: 'What does not comply.' }),
  observations: z.array(Finding).meta({ description: 'What should be reviewed.' }),
};

const ReportedSignature = z
  .object({
    id: z.string(),
    status: z.enum(['valid', 'stale', 'invalid']),
    reason: z.string().nullable(),
    at: z.iso.datetime().nullable(),
    signer_name: z.string().nullable(),
    meaning: z.string().nullable(),
    record_type: z.string().nullable(),
    record_id: z.string().nullable(),
    record_version: z.number().int().nullable(),
  })
  .meta({ id: 'ReportedSignature', description: 'The content of an altered signature is left out.' });

export type ReportedSignature = z.infer<typeof ReportedSignature>;

export const SignatureSection = z
  .object({
    ...outcome,
    total_signatures: z.number().int(),
    stale_signatures: z.number().int(),
    invalid_signatures: z.number().int(),
    signed_entries: z.number().int(),
    details: z.object({
      signatures: z.array(ReportedSignature).meta({ description: `The first ${SHOWN_SIGNATURES} of the period.` }),
    }),
  })
  .meta({ id: 'ElectronicSignaturesSection' });

export const ComparedActs = z
  .object({
    kept_since: z.iso.datetime().meta({
      description:
        'Services have stored the events of all acts since then; of earlier ones those that the broker has not accepted.',
    }),
    services: z.array(
      z.object({ service: z.string(), acts: z.number().int(), without_entry: z.number().int() }).meta({
        id: 'ComparedService',
      }),
    ),
  })
  .meta({ id: 'ComparedActs', description: "Every service's own acts of the period, compared with the log." });

export type ComparedActs = z.infer<typeof ComparedActs>;

export const CompletenessSection = z
  .object({
    ...outcome,
    total_entries: z.number().int(),
    gaps: z.number().int(),
    entries_verified: z.number().int(),
    details: z.object({
      chain_valid: z.boolean(),
      first_sequence: z.number().int().nullable(),
      last_sequence: z.number().int().nullable(),
      removed_entries: z.number().int().meta({ description: 'Entries that are covered by signed segments.' }),
      compared: z.array(
        z.object({
          service: z.string(),
          basis: z.string(),
          changes: z.number().int(),
          without_entry: z.number().int(),
        }),
      ),
      acts: ComparedActs,
      not_compared: z.string(),
    }),
  })
  .meta({ id: 'AuditTrailCompletenessSection' });

export const AccessSection = z
  .object({
    ...outcome,
    failed_logins: z.number().int(),
    failed_signatures: z.number().int(),
    lockouts: z.number().int(),
    role_changes: z.number().int(),
    keys_near_expiry: z.number().int(),
    dormant_users: z.number().int(),
    details: z.object({
      role_changes: z.array(
        z.object({
          entry_id: z.string(),
          at: z.iso.datetime(),
          user: z.string(),
          from: z.string().nullable(),
          to: z.string().nullable(),
          by: z.string(),
        }),
      ),
      keys_near_expiry: z.array(z.object({ id: z.string(), name: z.string(), expires_at: z.iso.datetime() })),
      dormant_users: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
      basis: z.string(),
    }),
  })
  .meta({ id: 'AccessControlsSection' });

const LastRestoreDrill = z
  .object({
    at: z.iso.datetime(),
    passed: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why it did not pass.' }),
    backup_moment: z.iso.datetime().nullable().meta({ description: 'The moment of the restored backup.' }),
    entries: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The number of entries of the organisation's log that were verified after the restore." }),
  })
  .meta({ id: 'LastRestoreDrill' });

const LastQualification = z
  .object({
    id: z.string(),
    at: z.iso.datetime().meta({ description: 'When the run was completed.' }),
    version: z.string(),
    result: z.enum(RESULTS),
    steps: z.object({ passed: z.number().int(), failed: z.number().int(), open: z.number().int() }),
  })
  .meta({ id: 'LastQualification' });

export const SystemSection = z
  .object({
    ...outcome,
    programs: z.number().int(),
    details: z.object({
      programs: z.array(z.object({ name: z.string(), version: z.string() })),
      not_asked: z.array(z.string()),
      last_verification: z.object({ at: z.iso.datetime(), valid: z.boolean(), entries: z.number().int() }).nullable(),
      last_restore_drill: LastRestoreDrill.nullable(),
      last_qualification: LastQualification.nullable(),
    }),
  })
  .meta({ id: 'SystemValidationsSection' });

export const Sections = z
  .object({
    electronic_signatures: SignatureSection.optional(),
    audit_trail_completeness: CompletenessSection.optional(),
    access_controls: AccessSection.optional(),
    system_validations: SystemSection.optional(),
  })
  .meta({ id: 'ComplianceSections', description: 'The requested sections.' });

export type Sections = z.infer<typeof Sections>;

/** The content of a report; its checksum is over the canonical JSON of exactly this. */
export const ReportBody = z.object({
  report_id: z.string(),
  report_type: z.literal('21cfr11'),
  organization: z.object({ id: z.string(), name: z.string() }),
  requested_by: z.object({ id: z.string(), name: z.string(), role: z.string().nullable() }),
  period: z.object({ from: z.iso.datetime(), to: z.iso.datetime() }),
  covered_until: z.iso
    .datetime()
    .meta({ description: 'The end of the period, or the start of the report if earlier.' }),
  summary: z.object({
    overall_compliance: ComplianceStatus,
    findings: z.number().int(),
    observations: z.number().int(),
  }),
  sections: Sections,
  system_version: z.string(),
  generated_at: z.iso.datetime(),
});

export type ReportBody = z.infer<typeof ReportBody>;

/**
 * A period whose end is not in the future, the time of the request, and the latest recording time of removed entries; null
 * where none are.
 */
export type ReportPeriod = { from: Date; until: Date; now: Date; removedUntil: Date | null };

const UNDER_WAY_MS = 5 * 60_000;

/**
 * Why the log has no entry of an act of this moment. `under_way`: it may not have arrived from its queue yet; `removed`: it may
 * be covered by a signed segment; `missing`: neither.
 */
export const absenceReason = (
  at: Date,
  { now, removedUntil }: Pick<ReportPeriod, 'now' | 'removedUntil'>,
): 'under_way' | 'removed' | 'missing' => {
  if (now.getTime() - at.getTime() < UNDER_WAY_MS) return 'under_way';
  return removedUntil !== null && at <= removedUntil ? 'removed' : 'missing';
};

/** The summary of all sections. */
export const toSummary = (sections: Sections): ReportBody['summary'] => {
  const all = Object.values(sections).filter((section) => section !== undefined);
  const findings = all.reduce((sum, section) => sum + section.findings.length, 0);
  const observations = all.reduce((sum, section) => sum + section.observations.length, 0);
  return { overall_compliance: worstStatus(findings, observations), findings, observations };
};

/** The checksum of a report. */
export const computeChecksum = (body: ReportBody): string => `sha256:${canonicalHash(body)}`;
