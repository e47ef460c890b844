import { exampleId } from '@qsc/contracts';
import { entryExample } from '../entry/entry.examples.ts';
import { MEDIA_TYPES } from './export-file.ts';

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

const { id, sequence, action, entity_type, entity_id, entity_name, entity_version, user, client } = entryExample;
const { timestamp, recorded_at, metadata, signature } = entryExample;

const cells = {
  ...{ sequence, id, timestamp, recorded_at, action, entity_type, entity_id, entity_name, entity_version },
  ...{ user_id: user.id, user_email: user.email, user_name: user.name, user_role: user.role, ...client },
  ...{ ...metadata, details: null },
  signature_required: signature.required,
  signature_signed: signature.signed,
  signature_id: signature.signature_id,
  signature_meaning: signature.meaning,
};

const line = {
  ...{ id, sequence, action, entity_type, entity_id, entity_name, entity_version, user, client },
  ...{ timestamp, recorded_at, metadata, signature },
};

/** What the files of an export hold, by their media types. */
export const exportFileExamples = {
  [MEDIA_TYPES.csv]: `${Object.keys(cells)}\r\n${Object.values(cells)}\r\n`,
  [MEDIA_TYPES.json]: `[\n${JSON.stringify(line)}\n]\n`,
};

export const signatureExample = 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl';
