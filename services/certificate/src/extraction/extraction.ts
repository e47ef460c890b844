import type { ExtractedData, ExtractionResult } from '@qsc/certificate-extraction/result';
import type { LocalTime } from '@qsc/contracts';
import { type Call, conflict } from '@qsc/service-kit/pure';
import type { Certificate, CertificateStatus, Extraction } from '../certificate/certificate.ts';
import { type Decided, nextVersion, toDecided } from '../certificate/certificate-change.ts';
import { failingWarnings, listedRows, newlyFailing } from '../certificate/failing.ts';
import { unfitOverrides } from '../certificate/override.ts';
import { findDisagreements } from './disagreement.ts';
import { readingChanges, replacedReading } from './replaced.ts';

/** How a run ended: what the document says, or why it could not be read. */
export type Outcome =
  | { result: Pick<ExtractionResult, 'confidence_score' | 'extracted_data'> }
  | { error: { code: string; message: string } };

const FINAL: ReadonlySet<CertificateStatus> = new Set(['rejected', 'superseded']);
const OPEN: ReadonlySet<Extraction['status']> = new Set(['pending', 'processing']);

/** Whether the document is being read or is to be read. */
export const isBeingRead = ({ extraction }: Pick<Certificate, 'extraction'>): boolean => OPEN.has(extraction.status);

/** Whether a run is the latest one and has not ended: what an earlier one read is not taken any more. */
export const isOpenRun = ({ extraction }: Pick<Certificate, 'extraction'>, run: number): boolean =>
  extraction.run === run && OPEN.has(extraction.status);

const withExtraction = (certificate: Certificate, extraction: Partial<Extraction>, call: Call): Certificate =>
  nextVersion(certificate, { extraction: { ...certificate.extraction, ...extraction } }, call);

/** A further run; what the last complete one read stays until it ends. Throws conflict for a certificate in a final state. */
export const askForRun = (certificate: Certificate, call: Call): Certificate => {
  if (FINAL.has(certificate.status))
    throw conflict(`The certificate is ${certificate.status}; its document is not read any more.`, {
      current_state: certificate.status,
    });
  return withExtraction(certificate, { status: 'pending', run: certificate.extraction.run + 1, error: null }, call);
};

/** A worker has started the run. */
export const beginRun = (certificate: Certificate, call: Call): Certificate =>
  withExtraction(certificate, { status: 'processing' }, call);

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

const readDetails = (before: Certificate, after: Certificate): Record<string, unknown> => ({
  confidence_score: after.extraction.confidence_score,
  test_results: after.extraction.data?.test_results.length ?? 0,
  ...listedRows(newlyFailing(before, after)),
});

const buildDetails = (before: Certificate, after: Certificate, requestedBy: string): Record<string, unknown> => {
  const { run, status, error } = after.extraction;
  const unfit = unfitOverrides(after).map(({ path }) => path);
  return {
    run,
    requested_by: requestedBy,
    extraction_status: status,
    ...(error ? { error } : readDetails(before, after)),
    ...(unfit.length > 0 ? { overrides_left_out: unfit } : {}),
  };
};

/**
 * The end of a run: the extraction alone changes, never what the metadata said (decisions §4, "Certificates"). One audit entry
 * by the system for each run, complete or failed, that names who asked for it and what differs from what was read before;
 * the history keeps the whole of that.
 */
export const endRun = (certificate: Certificate, outcome: Outcome, { call, requestedBy }: Ended): Decided => {
  const after = withExtraction(certificate, extractionAfter(outcome, call.now), call);
  const details = buildDetails(certificate, after, requestedBy);
  const changes = readingChanges(certificate.extraction.data, after.extraction.data);
  const updated = toDecided(certificate, after, {
    act: { event: 'extracted', audit: 'update', history: 'extracted', details, changes },
    call,
  });
  const kept = {
    ...updated.history,
    details: { ...details, ...replacedReading(certificate.extraction, after.extraction) },
  };
  return { ...updated, history: kept };
};

type Ended = { call: Call; requestedBy: string };

/** The extraction as callers see it (specification, "Extraction result"). */
export type ExtractionView = {
  certificate_id: string;
  extraction_status: Extraction['status'];
  confidence_score: number | null;
  extracted_data: ExtractedData | null;
  extracted_at: Date | null;
  error: { code: string; message: string } | null;
};

/** What a reviewer should look at in what was read, beside the record as it is at an instant. */
export const readingWarnings = (certificate: Certificate, data: ExtractedData, at: LocalTime): string[] => [
  ...data.warnings,
  ...findDisagreements(certificate, data),
  ...failingWarnings(certificate, at),
];

/** The latest run at an instant, with what the last complete one read; warnings tell what a reviewer should look at. */
export const toView = (certificate: Certificate, at: LocalTime): ExtractionView => {
  const { status, confidence_score, data, extracted_at, error } = certificate.extraction;
  return {
    certificate_id: certificate.id,
    extraction_status: status,
    confidence_score,
    extracted_data: data && { ...data, warnings: readingWarnings(certificate, data, at) },
    extracted_at,
    error,
  };
};
