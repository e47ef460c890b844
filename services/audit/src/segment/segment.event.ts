import { type ActEnvelope, auditEvents } from '@qsc/contracts/events';
import { makeEvent, systemCall } from '@qsc/service-kit';
import type { SegmentSeal } from './segment.ts';

const toAuditFacts = ({ id, first_sequence, last_sequence }: SegmentSeal) => ({
  entity_type: 'audit_segment',
  entity_id: id,
  entity_name: `Entries ${first_sequence} to ${last_sequence}`,
  entity_version: null,
});

const toRecord = ({ id, first_sequence, last_sequence, entries }: SegmentSeal) => ({
  id,
  first_sequence,
  last_sequence,
  entries,
});

type CausingPolicy = { policy_id: string; version: number; name: string };

const toCause = ({ policy_id, version }: CausingPolicy) => ({ policy_id, policy_version: version });

/** That a segment was written to a signed file, and by which policy. */
export const archivedEvent = (seal: SegmentSeal, policy: CausingPolicy, now: Date): ActEnvelope => {
  const { first_sequence, last_sequence, last_hash, content_sha256 } = seal;
  const members = { first_sequence, last_sequence, last_hash, content_sha256 };
  const changes = Object.fromEntries(Object.entries(members).map(([field, to]) => [field, { from: null, to }]));
  return makeEvent(auditEvents.segmentArchived, systemCall(seal.org_id, now), {
    audit: {
      ...toAuditFacts(seal),
      action: 'create',
      changes,
      reason: `Old enough by policy "${policy.name}"`,
      details: toCause(policy),
    },
    record: toRecord(seal),
  });
};

/** That the entries of a segment were removed from the database, and by which policy. */
export const removedEvent = (seal: SegmentSeal, policy: CausingPolicy, now: Date): ActEnvelope =>
  makeEvent(auditEvents.segmentRemoved, systemCall(seal.org_id, now), {
    audit: {
      ...toAuditFacts(seal),
      action: 'delete',
      changes: { entries: { from: seal.entries, to: 0 } },
      reason: `Retention is over by policy "${policy.name}"`,
      details: toCause(policy),
    },
    record: toRecord(seal),
  });
