import type { VerifiedSignature__Output } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignature';
import type { z } from 'zod';
import { addTo, finding, toOutcome } from './finding.ts';
import type { Peers } from './peer.client.ts';
import {
  absenceReason,
  type ReportedSignature,
  type ReportPeriod,
  SHOWN_SIGNATURES,
  type SignatureSection,
} from './report.ts';
import type { ReportEntries } from './report-entry.query.ts';

/** Reasons that show a change of the record without its service. */
const PAST_THE_SERVICE = new Set(['changed_in_place', 'record_behind']);

const STATUSES = ['valid', 'stale', 'invalid'] as const;

const toStatus = ({ status }: VerifiedSignature__Output): ReportedSignature['status'] => {
  const known = STATUSES.find((name) => name === status);
  if (!known) throw new Error(`"${status}" is no verdict on a signature.`);
  return known;
};

const toReported = (signature: VerifiedSignature__Output): ReportedSignature => ({
  id: signature.id,
  status: toStatus(signature),
  reason: signature.reason ?? null,
  at: signature.at ?? null,
  signer_name: signature.signer_name ?? null,
  meaning: signature.meaning ?? null,
  record_type: signature.record_type ?? null,
  record_id: signature.record_id ?? null,
  record_version: signature.record_version ?? null,
});

const makeFindings = () => ({
  invalid: finding('signature_invalid', 'The signature was altered after it was sealed, or its key is not known.'),
  altered: finding(
    'record_altered',
    'The signed record was changed in the database, without the service that owns it.',
  ),
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

const addVerdict = ({ id, status, reason }: ReportedSignature, found: Found): void => {
  if (status === 'invalid') addTo(found.invalid, { record: id });
  if (status === 'stale') addTo(PAST_THE_SERVICE.has(reason ?? '') ? found.altered : found.stale, { record: id });
};

type Seen = { counts: Record<ReportedSignature['status'], number>; shown: ReportedSignature[] };

/** Signed entries by signature. */
type SignedEntries = { total: number; entryBySignature: Map<string, string> };

/**
 * Verifies every signature of a period and compares signatures with the signed entries of the log. Entries are read first: each
 * was written after its signature, which is therefore there to be read.
 */
export const makeSignatureSection = ({ peers, entries }: { peers: Peers; entries: ReportEntries }) => {
  const readEntries = async (orgId: string, period: ReportPeriod, found: Found): Promise<SignedEntries> => {
    const signed: SignedEntries = { total: 0, entryBySignature: new Map() };
    for await (const { id, signatureId, entityId } of entries.signed(orgId, period)) {
      signed.total += 1;
      if (signatureId === null || signed.entryBySignature.has(signatureId))
        addTo(found.unsigned, { entry: id, record: signatureId ?? entityId });
      else signed.entryBySignature.set(signatureId, id);
    }
    return signed;
  };

  const readSignatures = async (
    orgId: string,
    period: ReportPeriod,
    { entryBySignature, found }: { entryBySignature: SignedEntries['entryBySignature']; found: Found },
  ): Promise<Seen> => {
    const seen: Seen = { counts: { valid: 0, stale: 0, invalid: 0 }, shown: [] };
    for await (const part of peers.signatures(orgId, period))
      for (const signature of part.map(toReported)) {
        seen.counts[signature.status] += 1;
        if (seen.shown.length < SHOWN_SIGNATURES) seen.shown.push(signature);
        addVerdict(signature, found);
        // The time of an altered signature is not trusted, so its entry is not awaited.
        const at = signature.at ? new Date(signature.at) : period.from;
        if (!entryBySignature.delete(signature.id)) addTo(found[absenceReason(at, period)], { record: signature.id });
      }
    return seen;
  };

  return async (orgId: string, period: ReportPeriod): Promise<z.infer<typeof SignatureSection>> => {
    const found = makeFindings();
    const { total: signedEntries, entryBySignature } = await readEntries(orgId, period, found);
    const { counts, shown } = await readSignatures(orgId, period, { entryBySignature, found });
    for (const [record, entry] of entryBySignature) addTo(found.unsigned, { entry, record });
    return {
      ...toOutcome(
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
