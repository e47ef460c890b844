import { exampleId } from '@qsc/contracts';

export const newExportExample = {
  format: 'csv' as const,
  from: '2026-01-01T00:00:00.000Z',
  to: '2026-03-31T23:59:59.999Z',
  entity_types: ['supplier'],
  actions: ['update' as const, 'transition' as const],
  include_signatures: true,
};

export const requestedExportExample = {
  job_id: exampleId('exportJob'),
  status: 'processing' as const,
  format: 'csv' as const,
  parameters: { ...newExportExample, format: undefined, include_raw_data: false },
  estimated_records: 1_240,
  records_exported: 0,
  file_size_bytes: null,
  checksum: null,
  created_at: '2026-04-01T08:00:00.000Z',
  completed_at: null,
  download_url: null,
  signature_url: null,
  expires_at: null,
  error: null,
};

const path = `/v1/audit-logs/export/${exampleId('exportJob')}/download`;

export const exportExample = {
  ...requestedExportExample,
  status: 'completed' as const,
  records_exported: 1_240,
  file_size_bytes: 418_211,
  checksum: 'sha256:6b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e92846b0f7c3a1d5e9284',
  completed_at: '2026-04-01T08:00:02.000Z',
  download_url: path,
  signature_url: `${path}/signature`,
  expires_at: '2026-04-08T08:00:02.000Z',
};
