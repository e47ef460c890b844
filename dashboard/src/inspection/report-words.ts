import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Words } from '../i18n/vocabulary.ts';
import type { Finding, Report, SectionName } from './report.queries.ts';

/** The sections of a report in their order, each with the clauses that it is about. */
export const SECTIONS: readonly { name: SectionName; label: MessageDescriptor; clauses: string }[] = [
  { name: 'electronic_signatures', label: msg`Electronic signatures`, clauses: '11.50, 11.70, 11.100, 11.200' },
  { name: 'audit_trail_completeness', label: msg`Completeness of the audit trail`, clauses: '11.10 (e)' },
  { name: 'access_controls', label: msg`Access`, clauses: '11.10 (d), 11.10 (g), 11.300' },
  { name: 'system_validations', label: msg`Validation of the system`, clauses: '11.10 (a), 11.10 (c)' },
];

/** An outcome as icon, colour and word. */
export const OUTCOMES: Readonly<
  Record<Report['summary']['overall_compliance'], { state: string; label: MessageDescriptor }>
> = {
  compliant: { state: 'valid', label: msg`Complies` },
  compliant_with_observations: { state: 'stale', label: msg`Complies, with observations` },
  non_compliant: { state: 'invalid', label: msg`Does not comply` },
};

/** The results of a qualification of the system. */
export const RESULTS: Words = {
  passed: msg`Passed`,
  passed_with_open_steps: msg`Passed with open steps`,
  failed: msg`Failed`,
};

const FINDINGS: Words = {
  signature_invalid: msg`The signature was altered after it was sealed, or its key is not known.`,
  record_altered: msg`The signed record was changed in the database, without the service that owns it.`,
  signature_stale: msg`The content of the record was changed since it was signed, or the record is gone.`,
  signature_without_entry: msg`The audit log has no entry of the act that was signed.`,
  signature_entry_removed: msg`The log has no entry of the act; it may be among those that signed segments stand for.`,
  signature_entry_under_way: msg`The entry of the act may still be on its way into the audit log.`,
  entry_without_signature: msg`The entry says that the act was signed; there is no such signature.`,
  chain_broken: msg`The hash chain of the log is broken.`,
  sequence_gap: msg`Sequence numbers have no entry and no signed segment in its place.`,
  change_without_entry: msg`The record has a version that the audit log has no entry of.`,
  change_entry_removed: msg`The log has no entry of the version; it may be among those that signed segments stand for.`,
  change_entry_under_way: msg`The entry of the change may still be on its way into the audit log.`,
  act_without_entry: msg`The audit log has no entry of an act that the service has committed.`,
  act_entry_removed: msg`The log has no entry of the act; it may be among those that signed segments stand for.`,
  act_entry_under_way: msg`The entry of the act may still be on its way into the audit log.`,
  entry_unreadable: msg`The stored entry was made unreadable, so that it is not counted.`,
  signing_locked: msg`Signing was locked after repeated failures.`,
  key_near_expiry: msg`The API key ends within 30 days.`,
  dormant_user: msg`The user is active and has not logged in for 90 days.`,
  verification_failed: msg`The last recorded verification of the log found the chain broken.`,
  verification_not_recorded: msg`No verification of the log is recorded.`,
  versions_differ: msg`The programs of the system run different versions.`,
  restore_drill_not_recorded: msg`No restore test is recorded in the system. The organisation keeps the evidence of its restore tests.`,
  restore_drill_old: msg`The last recorded restore test is older than a year.`,
  restore_drill_failed: msg`The last recorded restore test did not pass.`,
  evidence_expires: msg`An index of the audit database lets documents expire, which removes them unseen. Find out who made it, and have it removed.`,
  qualification_failed: msg`The last recorded qualification of the system found steps that failed.`,
};

/** What a finding says; in the words of the report where it is one that nobody named here. */
export const findingText = ({ code, message }: Finding): string => {
  const known = FINDINGS[code];
  return known ? i18n._(known) : message;
};
