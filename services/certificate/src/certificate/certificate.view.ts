import { disagreementsOf } from '../extraction/disagreement.ts';
import { type Certificate, statusOn } from './certificate.ts';
import { correctedData } from './override.ts';

const extractedData = (certificate: Certificate) => {
  const data = correctedData(certificate);
  if (!data) return null;
  return {
    ...data,
    warnings: [...data.warnings, ...disagreementsOf(certificate, data)],
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
