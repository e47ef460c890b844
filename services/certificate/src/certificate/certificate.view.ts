import { disagreementsOf } from '../extraction/disagreement.ts';
import { type Certificate, statusOn } from './certificate.ts';
import { correctedData, unfitOverrides } from './override.ts';
import { failingWithoutNotes } from './validation.ts';

const unfitWarnings = (certificate: Certificate): string[] =>
  unfitOverrides(certificate).map(
    ({ path, parameter }) =>
      `The correction of ${path} ("${parameter}") fits no row that was read last, and is left out.`,
  );

const failingWarnings = (certificate: Certificate): string[] => {
  const failing = failingWithoutNotes(certificate).map(({ parameter }) => parameter);
  if (failing.length === 0) return [];
  return [
    `Read after the certificate was found valid, these rows fail their specification: ${failing.join(', ')}. Reject it with notes if it does not hold.`,
  ];
};

const extractedData = (certificate: Certificate) => {
  const data = correctedData(certificate);
  if (!data) return null;
  return {
    ...data,
    warnings: [
      ...data.warnings,
      ...disagreementsOf(certificate, data),
      ...unfitWarnings(certificate),
      ...failingWarnings(certificate),
    ],
    overrides: certificate.overrides,
  };
};

/** A certificate as the API shows it at an instant: its state by date, and what was read with the corrections in place. */
export const shownCertificate = (certificate: Certificate, now: Date) => {
  const { org_id: _org, extraction, overrides: _overrides, ...shown } = certificate;
  return {
    ...shown,
    status: statusOn(certificate, now),
    extraction_status: extraction.status,
    extracted_data: extractedData(certificate),
  };
};

export type ShownCertificate = ReturnType<typeof shownCertificate>;
