import { MEDIA_TYPES } from '@qsc/certificate-extraction/check';
import { exampleId } from '@qsc/contracts';
import { CERTIFICATE_STATUSES } from './certificate.ts';

export const newCertificateExample = {
  type: 'gmp',
  name: 'GMP certificate of the Leverkusen site',
  supplier_id: exampleId('entity'),
  issue_date: '2026-02-01',
  expiry_date: '2029-01-31',
} as const;

export const certificateExample = {
  id: exampleId('certificate'),
  ...newCertificateExample,
  status: 'pending',
  component_id: null,
  batch_number: null,
  supersedes: null,
  superseded_by: null,
  document: {
    file_id: exampleId('file'),
    filename: 'gmp-leverkusen.pdf',
    mime_type: 'application/pdf',
    size_bytes: 48_213,
    checksum: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  extraction_status: 'pending',
  extracted_data: null,
  validation: null,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  created_by: exampleId('user'),
  version: 1,
} as const;

export const findingExample = { status: 'valid', notes: 'Checked against the register of the authority.' } as const;

export const validatedCertificateExample = {
  ...certificateExample,
  status: 'valid',
  validation: {
    validated_at: '2026-03-02T10:05:00.000Z',
    validated_by: exampleId('user'),
    validation_notes: findingExample.notes,
  },
  updated_at: '2026-03-02T10:05:00.000Z',
  version: 2,
} as const;

export const historyItemExample = {
  action: 'validated',
  timestamp: '2026-03-02T10:05:00.000Z',
  user: exampleId('user'),
  details: { status: 'valid', notes: findingExample.notes },
  version: 2,
  changes: { status: { from: 'pending', to: 'valid' } },
};

const none = Object.fromEntries(CERTIFICATE_STATUSES.map((status) => [status, 0])) as Record<
  (typeof CERTIFICATE_STATUSES)[number],
  number
>;

export const expirySummaryExample = {
  total: 41,
  by_status: { ...none, pending: 3, valid: 30, expiring_soon: 5, expired: 1, superseded: 2 },
  expiring_by_period: { '30_days': 1, '60_days': 3, '90_days': 5 },
  by_type: { coa: { total: 30, expiring_soon: 4 }, gmp: { total: 11, expiring_soon: 1 } },
};

/** Documents that were uploaded as text, by their media types. */
export const documentExamples = {
  [MEDIA_TYPES.csv]: 'Test,Method,Specification,Result\r\nAssay,USP,98.0 - 102.0 %,99.8 %\r\n',
  [MEDIA_TYPES.xml]:
    '<certificate><test><name>Assay</name><specification>98.0 - 102.0 %</specification><result>99.8 %</result></test></certificate>',
};
