import { type AnyRoute, examplePage, listRoute, page } from '@qsc/service-kit';
import { SupplierId } from '../supplier/supplier.schemas.ts';
import type { ListCertificates } from './supplier-certificate.client.ts';
import {
  SupplierCertificate,
  SupplierCertificateQuery,
  supplierCertificateExample,
} from './supplier-certificate.schemas.ts';

type Parts = {
  listCertificates: ListCertificates;
  /** Throws `not_found` where the organisation has no such supplier. */
  requireSupplier: (orgId: string, supplierId: string) => Promise<unknown>;
};

/** The certificates of a supplier (specification, "Suppliers"). */
export const supplierCertificateRoutes = ({ listCertificates, requireSupplier }: Parts): AnyRoute[] => [
  listRoute({
    id: 'listSupplierCertificates',
    tag: 'Suppliers',
    path: '/suppliers/:supplier_id/certificates',
    summary: 'List the certificates of a supplier',
    description: 'Each as `/v1/certificates/{certificate_id}` shows it.',
    scope: 'suppliers:read',
    params: SupplierId,
    query: SupplierCertificateQuery,
    answer: page(SupplierCertificate),
    throws: ['service_unavailable'],
    example: { answer: examplePage(supplierCertificateExample) },
    async handle({ params, query, orgId }) {
      await requireSupplier(orgId, params.supplier_id);
      return listCertificates(orgId, params.supplier_id, query);
    },
  }),
];
