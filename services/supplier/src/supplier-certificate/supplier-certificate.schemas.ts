import { exampleId } from '@qsc/contracts';
import { listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';

/** Kinds and states of certificates, as the certificate service has them (specification, "Certificate"). */
const TYPES = ['coa', 'coc', 'gmp', 'iso', 'qualification', 'audit'] as const;
const STATUSES = ['pending', 'valid', 'expiring_soon', 'expired', 'rejected', 'superseded'] as const;

export const SupplierCertificate = z
  .looseObject({
    id: z.string(),
    type: z.enum(TYPES),
    name: z.string(),
    status: z.enum(STATUSES),
    supplier_id: z.string().nullable(),
    component_id: z.string().nullable(),
    batch_number: z.string().nullable(),
    issue_date: z.iso.date().nullable(),
    expiry_date: z.iso.date().nullable(),
  })
  .meta({
    id: 'SupplierCertificate',
    description: 'A certificate of a supplier, with all the members that it has under `/v1/certificates`.',
  });

export type SupplierCertificate = z.infer<typeof SupplierCertificate>;

export const SupplierCertificateQuery = z.strictObject({
  ...listQuery(['created_at', 'updated_at', 'name', 'expiry_date', 'id']),
  type: listParameter(z.enum(TYPES)).optional().meta({ description: 'Of these types, separated by commas.' }),
  status: listParameter(z.enum(STATUSES))
    .optional()
    .meta({ description: 'In these states today, separated by commas.' }),
  component_id: listParameter(z.string().min(1).max(64))
    .optional()
    .meta({ description: 'For these components, separated by commas.' }),
});

export type SupplierCertificateQuery = z.infer<typeof SupplierCertificateQuery>;

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
