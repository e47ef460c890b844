import { ExtractedData } from '@qsc/certificate-extraction/result';
import { Changes } from '@qsc/contracts/events';
import { type Collection, defineCollection } from '@qsc/service-kit';
import { z } from 'zod';
import { CERTIFICATE_STATUSES, CERTIFICATE_TYPES, EXTRACTION_STATUSES } from './certificate.ts';

/** A certificate as it is stored; its document lies in the file store. */
export const certificateDefinition = defineCollection({
  name: 'certificate',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    type: z.enum(CERTIFICATE_TYPES),
    name: z.string(),
    status: z.enum(CERTIFICATE_STATUSES),
    supplier_id: z.string().nullable(),
    component_id: z.string().nullable(),
    batch_number: z.string().nullable(),
    issue_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    supersedes: z.string().nullable(),
    superseded_by: z.string().nullable(),
    document: z.object({
      file_id: z.string(),
      filename: z.string(),
      mime_type: z.string(),
      size_bytes: z.number().int(),
      checksum: z.string(),
    }),
    extraction: z.object({
      status: z.enum(EXTRACTION_STATUSES),
      run: z.number().int(),
      confidence_score: z.number().nullable(),
      data: z.custom<ExtractedData | null>((value) => value === null || ExtractedData.safeParse(value).success),
      extracted_at: z.date().nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    overrides: z.array(
      z.object({
        path: z.string(),
        value: z.unknown(),
        from: z.unknown(),
        by: z.string(),
        at: z.date(),
        reason: z.string().nullable(),
      }),
    ),
    validation: z
      .object({ validated_at: z.date(), validated_by: z.string(), validation_notes: z.string().nullable() })
      .nullable(),
    version: z.number().int(),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
  }),
  indexes: [],
});

export type StoredCertificate = z.infer<typeof certificateDefinition.shape>;

export type CertificateCollection = Collection<StoredCertificate>;

/** What happened to a certificate, newest first in `GET …/history`; written in the commit of what it tells. */
export const historyDefinition = defineCollection({
  name: 'certificate_history',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    certificate_id: z.string(),
    version: z.number().int(),
    action: z.string(),
    changes: Changes,
    details: z.record(z.string(), z.unknown()),
    user: z.string(),
    timestamp: z.date(),
  }),
  indexes: [{ keys: { org_id: 1, certificate_id: 1, version: -1 }, unique: true }],
});

export type StoredHistory = z.infer<typeof historyDefinition.shape>;
