import { exampleId } from '@qsc/contracts';

export const supplierCertificateExample = {
  id: exampleId('certificate'),
  type: 'gmp' as const,
  name: 'GMP certificate',
  status: 'valid' as const,
  supplier_id: exampleId('entity'),
  component_id: null,
  batch_number: null,
  issue_date: '2026-01-15',
  expiry_date: '2029-01-14',
  supersedes: null,
  superseded_by: null,
  document: {
    file_id: exampleId('file'),
    filename: 'gmp-certificate.pdf',
    mime_type: 'application/pdf',
    size_bytes: 48_213,
    checksum: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  extraction_status: 'pending',
  extracted_data: null,
  validation: {
    validated_at: '2026-03-02T10:05:00.000Z',
    validated_by: exampleId('user'),
    validation_notes: null,
  },
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T10:05:00.000Z',
  created_by: exampleId('user'),
  version: 2,
};
