import { AuditAction, exampleId, RecordedType } from '@qsc/contracts';
import { Instant, LastMoment, Moment } from '@qsc/service-kit';
import { z } from 'zod';
import { entryExample } from '../entry/entry.schemas.ts';
import { EXPORT_FORMATS, EXPORT_STATUSES } from './export.ts';
import { MEDIA_TYPES } from './export-file.ts';

const MOST_LISTED = 50;

/** The body of the request for an export (specification, "Audit logs"). */
export const NewExport = z
  .strictObject({
    format: z.enum(EXPORT_FORMATS).meta({ description: '`json` is one array with one entry a line.' }),
    from: Moment.meta({ description: 'From this instant or day on.' }),
    to: LastMoment.meta({ description: 'Until this instant, or the end of this day (UTC); included.' }),
    entity_types: z
      .array(RecordedType)
      .max(MOST_LISTED)
      .default([])
      .meta({ description: 'Only entries of these kinds of record; all where there is none.' }),
    actions: z
      .array(AuditAction)
      .max(MOST_LISTED)
      .default([])
      .meta({ description: 'Only these actions; all where there is none.' }),
    include_signatures: z.boolean().default(false).meta({ description: 'With the signature block of each entry.' }),
    include_raw_data: z.boolean().default(false).meta({
      description: 'With `changes` and the canonical entry and its hashes, so that it can be checked offline.',
    }),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The end of the period is before its beginning' })
  .meta({ id: 'NewAuditExport' });

const Parameters = z.object({
  from: Instant,
  to: Instant,
  entity_types: z.array(z.string()),
  actions: z.array(AuditAction),
  include_signatures: z.boolean(),
  include_raw_data: z.boolean(),
});

/** The export job (specification, "Export job"). */
export const AuditExport = z
  .object({
    job_id: z.string(),
    status: z.enum(EXPORT_STATUSES),
    format: z.enum(EXPORT_FORMATS),
    parameters: Parameters,
    estimated_records: z.number().int().meta({ description: 'An estimate of the number of entries, at the start.' }),
    records_exported: z.number().int().meta({ description: 'How many are in the file by now.' }),
    file_size_bytes: z.number().int().nullable(),
    checksum: z.string().nullable().meta({ description: 'SHA-256 of the file, `sha256:<hex>`; null until complete.' }),
    created_at: Instant,
    completed_at: Instant.nullable(),
    download_url: z.string().nullable().meta({ description: 'Where the file is; null until complete.' }),
    signature_url: z
      .string()
      .nullable()
      .meta({ description: 'Where the detached JWS (EdDSA) over the file is; null until complete.' }),
    expires_at: Instant.nullable().meta({ description: 'Until when the file can be downloaded.' }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the export failed; null where it did not.' }),
  })
  .meta({ id: 'AuditExport', description: 'An export of the audit log to a signed file.' });

export const ExportId = z.object({
  job_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Which export.', examples: [exampleId('exportJob')] }),
});

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
  sequence,
  id,
  timestamp,
  recorded_at,
  action,
  entity_type,
  entity_id,
  entity_name,
  entity_version,
  user_id: user.id,
  user_email: user.email,
  user_name: user.name,
  user_role: user.role,
  ...client,
  ...metadata,
  details: null,
  signature_required: signature.required,
  signature_signed: signature.signed,
  signature_id: signature.signature_id,
  signature_meaning: signature.meaning,
};

const line = {
  id,
  sequence,
  action,
  entity_type,
  entity_id,
  entity_name,
  entity_version,
  user,
  client,
  timestamp,
  recorded_at,
  metadata,
  signature,
};

/** What the files of an export hold, by their media types. */
export const exportFileExamples = {
  [MEDIA_TYPES.csv]: `${Object.keys(cells)}\r\n${Object.values(cells)}\r\n`,
  [MEDIA_TYPES.json]: `[\n${JSON.stringify(line)}\n]\n`,
};

export const signatureExample = 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl';
