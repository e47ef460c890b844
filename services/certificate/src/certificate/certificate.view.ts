import type { ExtractedData } from '@qsc/certificate-extraction/result';
import { disagreementsOf } from '../extraction/disagreement.ts';
import { type Certificate, statusOn } from './certificate.ts';
import { failingWarnings } from './failing.ts';
import { correctedData, unfitOverrides } from './override.ts';

const unfitWarnings = (certificate: Certificate): string[] =>
  unfitOverrides(certificate).map(
    ({ path, parameter }) =>
      `The correction of ${path} ("${parameter}") fits no row that was read last, and is left out.`,
  );

const warningsOf = (certificate: Certificate, data: ExtractedData, now: Date): string[] => [
  ...data.warnings,
  ...disagreementsOf(certificate, data),
  ...unfitWarnings(certificate),
  ...failingWarnings(certificate, now),
];

const extractedData = (certificate: Certificate, now: Date) => {
  const data = correctedData(certificate);
  return data && { ...data, warnings: warningsOf(certificate, data, now), overrides: certificate.overrides };
};

/** A certificate as the API shows it at an instant: its state by date, and what was read with the corrections in place. */
export const shownCertificate = (certificate: Certificate, now: Date) => {
  const { org_id: _org, extraction, overrides: _overrides, ...shown } = certificate;
  return {
    ...shown,
    status: statusOn(certificate, now),
    extraction_status: extraction.status,
    extracted_data: extractedData(certificate, now),
  };
};

export type ShownCertificate = ReturnType<typeof shownCertificate>;
