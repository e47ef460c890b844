import { type Certificate, statusOn } from './certificate.ts';
import { correctedData } from './override.ts';

const TOLD_BY_BOTH = ['batch_number', 'issue_date', 'expiry_date'] as const;

const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Where the metadata, which wins, says something else than the document. */
const disagreements = (certificate: Certificate, data: Pick<Certificate, (typeof TOLD_BY_BOTH)[number]>): string[] =>
  TOLD_BY_BOTH.flatMap((field) => {
    const [told, read] = [certificate[field], data[field]];
    if (told === null || read === null || plain(told) === plain(read)) return [];
    return [`The metadata says ${field} "${told}"; the document says "${read}".`];
  });

const extractedData = (certificate: Certificate) => {
  const data = correctedData(certificate);
  if (!data) return null;
  return {
    ...data,
    warnings: [...data.warnings, ...disagreements(certificate, data)],
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
