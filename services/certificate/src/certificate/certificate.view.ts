import type { LocalTime } from '@qsc/contracts';
import { readingWarnings } from '../extraction/extraction.ts';
import { type Certificate, statusOn } from './certificate.ts';
import { correctedData, unfitOverrides } from './override.ts';

const unfitWarnings = (certificate: Certificate): string[] =>
  unfitOverrides(certificate).map(
    ({ path, parameter }) =>
      `The correction of ${path} ("${parameter}") fits no row that was read last, and is left out.`,
  );

const extractedData = (certificate: Certificate, at: LocalTime) => {
  const data = correctedData(certificate);
  if (!data) return null;
  const warnings = [...readingWarnings(certificate, data, at), ...unfitWarnings(certificate)];
  return { ...data, warnings, overrides: certificate.overrides };
};

/** A certificate as the API shows it at an instant: its state by date, and what was read with the corrections in place. */
export const shownCertificate = (certificate: Certificate, at: LocalTime) => {
  const { org_id: _org, extraction, overrides: _overrides, ...shown } = certificate;
  return {
    ...shown,
    status: statusOn(certificate, at),
    extraction_status: extraction.status,
    extracted_data: extractedData(certificate, at),
  };
};

export type ShownCertificate = ReturnType<typeof shownCertificate>;
