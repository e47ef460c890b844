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
