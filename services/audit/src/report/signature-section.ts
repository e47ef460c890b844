import type { VerifiedSignature__Output } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignature';
import type { z } from 'zod';
import { addTo, finding, outcomeOf } from './finding.ts';
import type { Peers } from './peer.client.ts';
import {
  absenceOf,
  type ReportedSignature,
  type ReportPeriod,
  SHOWN_SIGNATURES,
  type SignatureSection,
} from './report.ts';
import type { ReportEntries } from './report-entry.query.ts';

/** A record that stands in the database otherwise than its own service writes it. */
const PAST_THE_SERVICE = new Set(['changed_in_place', 'record_behind']);

const STATUSES = ['valid', 'stale', 'invalid'] as const;

const statusOf = ({ status }: VerifiedSignature__Output): ReportedSignature['status'] => {
  const known = STATUSES.find((name) => name === status);
  if (!known) throw new Error(`"${status}" is no verdict on a signature.`);
  return known;
};

const reportedOf = (signature: VerifiedSignature__Output): ReportedSignature => ({
  id: signature.id,
  status: statusOf(signature),
  reason: signature.reason ?? null,
  at: signature.at ?? null,
  signer_name: signature.signer_name ?? null,
  meaning: signature.meaning ?? null,
  record_type: signature.record_type ?? null,
  record_id: signature.record_id ?? null,
  record_version: signature.record_version ?? null,
});

const makeFindings = () => ({
  invalid: finding(
    'signature_invalid',
    'The signature is not what was sealed when it was made, or its key is not known.',
  ),
  altered: finding('record_altered', 'The signed record was changed in the database, past the service that owns it.'),
  stale: finding(
    'signature_stale',
    'The content of the record was changed since it was signed, or the record is gone.',
  ),
  missing: finding('signature_without_entry', 'The audit log has no entry of the act that was signed.'),
  removed: finding(
    'signature_entry_removed',
    'The log has no entry of the act; it may be among those that signed segments stand for.',
  ),
  under_way: finding('signature_entry_under_way', 'The entry of the act may still be on its way into the audit log.'),
  unsigned: finding('entry_without_signature', 'The entry says that the act was signed; there is no such signature.'),
});

type Found = ReturnType<typeof makeFindings>;

const judge = ({ id, status, reason }: ReportedSignature, found: Found): void => {
  if (status === 'invalid') addTo(found.invalid, { record: id });
  if (status === 'stale') addTo(PAST_THE_SERVICE.has(reason ?? '') ? found.altered : found.stale, { record: id });
};

type Seen = { counts: Record<ReportedSignature['status'], number>; shown: ReportedSignature[] };

/** Signed entries by the signatures that they tell of. */
type Told = { total: number; entryOf: Map<string, string> };

/**
 * Verifies every signature of a period and holds signatures and the signed entries of the log against each other. Entries are
 * read first: each came after its signature, which is thus there to be read.
 */
export const makeSignatureSection = ({ peers, entries }: { peers: Peers; entries: ReportEntries }) => {
  const readEntries = async (orgId: string, period: ReportPeriod, found: Found): Promise<Told> => {
    const told: Told = { total: 0, entryOf: new Map() };
    for await (const { id, signatureId, entityId } of entries.signed(orgId, period)) {
      told.total += 1;
      if (signatureId === null || told.entryOf.has(signatureId))
        addTo(found.unsigned, { entry: id, record: signatureId ?? entityId });
      else told.entryOf.set(signatureId, id);
    }
    return told;
  };

  const readSignatures = async (
    orgId: string,
    period: ReportPeriod,
    { entryOf, found }: { entryOf: Told['entryOf']; found: Found },
  ): Promise<Seen> => {
    const seen: Seen = { counts: { valid: 0, stale: 0, invalid: 0 }, shown: [] };
    for await (const part of peers.signatures(orgId, period))
      for (const signature of part.map(reportedOf)) {
        seen.counts[signature.status] += 1;
        if (seen.shown.length < SHOWN_SIGNATURES) seen.shown.push(signature);
        judge(signature, found);
        // What an altered signature says of its moment is not believed, so its entry is not waited for.
        const at = signature.at ? new Date(signature.at) : period.from;
        if (!entryOf.delete(signature.id)) addTo(found[absenceOf(at, period)], { record: signature.id });
      }
    return seen;
  };

  return async (orgId: string, period: ReportPeriod): Promise<z.infer<typeof SignatureSection>> => {
    const found = makeFindings();
    const { total: signedEntries, entryOf } = await readEntries(orgId, period, found);
    const { counts, shown } = await readSignatures(orgId, period, { entryOf, found });
    for (const [record, entry] of entryOf) addTo(found.unsigned, { entry, record });
    return {
      ...outcomeOf(
        [found.invalid, found.altered, found.missing, found.unsigned],
        [found.stale, found.removed, found.under_way],
      ),
      total_signatures: counts.valid + counts.stale + counts.invalid,
      stale_signatures: counts.stale,
      invalid_signatures: counts.invalid,
      signed_entries: signedEntries,
      details: { signatures: shown },
    };
  };
};
