import type { ExtractedData, ExtractionResult } from '@qsc/certificate-extraction/result';
import { type Changes, certificateEvents, type Envelope } from '@qsc/contracts/events';
import { type Call, conflict, makeEvent } from '@qsc/service-kit';
import type { Certificate, CertificateStatus, Extraction } from '../certificate/certificate.ts';
import { snapshotOf } from '../certificate/certificate-snapshot.ts';
import { disagreementsOf } from './disagreement.ts';

/** The extraction of a certificate that was just uploaded: its first run is asked for in the same commit. */
export const FIRST_RUN: Extraction = {
  status: 'pending',
  run: 1,
  confidence_score: null,
  data: null,
  extracted_at: null,
  error: null,
};

/** How a run ended: what the document says, or why it could not be read. */
export type Outcome =
  | { result: Pick<ExtractionResult, 'confidence_score' | 'extracted_data'> }
  | { error: { code: string; message: string } };

/** What a run that ended comes to. */
export type Extracted = {
  certificate: Certificate;
  changes: Changes;
  details: Record<string, unknown>;
  event: Envelope;
};

const FINAL: ReadonlySet<CertificateStatus> = new Set(['rejected', 'superseded']);
const OPEN: ReadonlySet<Extraction['status']> = new Set(['pending', 'processing']);

/** Whether the document is being read or is to be read. */
export const isBeingRead = ({ extraction }: Pick<Certificate, 'extraction'>): boolean => OPEN.has(extraction.status);

/** Whether a run is the latest one and has not ended: what an earlier one read is not taken any more. */
export const isOpenRun = ({ extraction }: Pick<Certificate, 'extraction'>, run: number): boolean =>
  extraction.run === run && OPEN.has(extraction.status);

const changed = (certificate: Certificate, extraction: Partial<Extraction>, now: Date): Certificate => ({
  ...certificate,
  extraction: { ...certificate.extraction, ...extraction },
  version: certificate.version + 1,
  updated_at: now,
});

/** A further run; what the last complete one read stays until it ends. Throws conflict for a certificate in a final state. */
export const askForRun = (certificate: Certificate, now: Date): Certificate => {
  if (FINAL.has(certificate.status))
    throw conflict(`The certificate is ${certificate.status}; its document is not read any more.`, {
      current_state: certificate.status,
    });
  return changed(certificate, { status: 'pending', run: certificate.extraction.run + 1, error: null }, now);
};

/** A worker has begun with the run. */
export const beginRun = (certificate: Certificate, now: Date): Certificate =>
  changed(certificate, { status: 'processing' }, now);

const extractionAfter = (outcome: Outcome, now: Date): Partial<Extraction> =>
  'error' in outcome
    ? { status: 'failed', error: outcome.error }
    : {
        status: 'complete',
        confidence_score: outcome.result.confidence_score,
        data: outcome.result.extracted_data,
        extracted_at: now,
        error: null,
      };

const detailsOf = ({ extraction }: Certificate, requestedBy: string): Record<string, unknown> => ({
  run: extraction.run,
  requested_by: requestedBy,
  extraction_status: extraction.status,
  ...(extraction.error
    ? { error: extraction.error }
    : { confidence_score: extraction.confidence_score, test_results: extraction.data?.test_results.length ?? 0 }),
});

/**
 * The end of a run: the extraction alone changes, never what the metadata said (decisions §4, "Certificates"). One audit entry
 * by the system for each run, complete or failed, that names who asked for it.
 */
export const endRun = (certificate: Certificate, outcome: Outcome, { call, requestedBy }: Ending): Extracted => {
  const after = changed(certificate, extractionAfter(outcome, call.now), call.now);
  const changes: Changes = {
    'extraction.status': { from: certificate.extraction.status, to: after.extraction.status },
  };
  const details = detailsOf(after, requestedBy);
  const { id: entity_id, name: entity_name, version: entity_version } = after;
  const event = makeEvent(certificateEvents.extracted, call, {
    audit: { action: 'update', entity_type: 'certificate', entity_id, entity_name, entity_version, changes, details },
    record: snapshotOf(after),
  });
  return { certificate: after, changes, details, event };
};

type Ending = { call: Call; requestedBy: string };

/** The extraction as callers see it (specification, "Extraction result"). */
export type ExtractionView = {
  certificate_id: string;
  extraction_status: Extraction['status'];
  confidence_score: number | null;
  extracted_data: ExtractedData | null;
  extracted_at: Date | null;
  error: { code: string; message: string } | null;
};

/** The latest run, with what the last complete one read; warnings tell where the document and the record disagree. */
export const viewOf = (certificate: Certificate): ExtractionView => {
  const { status, confidence_score, data, extracted_at, error } = certificate.extraction;
  return {
    certificate_id: certificate.id,
    extraction_status: status,
    confidence_score,
    extracted_data: data && { ...data, warnings: [...data.warnings, ...disagreementsOf(certificate)] },
    extracted_at,
    error,
  };
};
