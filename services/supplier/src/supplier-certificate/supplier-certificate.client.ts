import type { ListSupplierCertificatesRequest } from '@qsc/contracts/grpc/certificate/v1/ListSupplierCertificatesRequest';
import type { ListSupplierCertificatesResponse__Output } from '@qsc/contracts/grpc/certificate/v1/ListSupplierCertificatesResponse';
import { type GrpcClient, type PageOf, pageMeta } from '@qsc/service-kit';
import { readAllPages } from '../read-all-pages.ts';
import { SupplierCertificate, type SupplierCertificateQuery } from './supplier-certificate.schemas.ts';

/** Certificates of a supplier. Throws `service_unavailable` where the certificate service is not reachable. */
export type ListCertificates = (
  orgId: string,
  supplierId: string,
  query: SupplierCertificateQuery,
) => Promise<PageOf<SupplierCertificate>>;

/** Reads from the certificate service. */
export const makeListCertificates =
  (certificates: Pick<GrpcClient, 'call'>): ListCertificates =>
  async (org_id, supplier_id, query) => {
    const { certificates_json, total } = await certificates.call<
      ListSupplierCertificatesRequest,
      ListSupplierCertificatesResponse__Output
    >('ListSupplierCertificates', {
      org_id,
      supplier_id,
      types: query.type ?? [],
      statuses: query.status ?? [],
      component_ids: query.component_id ?? [],
      page: query.page,
      per_page: query.per_page,
      sort: query.sort,
    });
    const data = certificates_json.map((text) => SupplierCertificate.parse(JSON.parse(text)));
    return { data, meta: pageMeta(total, query) };
  };

/** The largest number of certificates that a supplier is read with. */
const NEWEST = 1_000;

/** Reads the newest certificates of a supplier in one call. */
export const makeReadNewest =
  (list: ListCertificates) =>
  async (orgId: string, supplierId: string): Promise<SupplierCertificate[]> =>
    (await list(orgId, supplierId, { page: 1, per_page: NEWEST, sort: '-created_at' })).data;

/** Reads all certificates of a supplier, newest first. */
export const makeReadAll =
  (list: ListCertificates) =>
  (orgId: string, supplierId: string): Promise<SupplierCertificate[]> =>
    readAllPages(
      async (page) => (await list(orgId, supplierId, { page, per_page: NEWEST, sort: '-created_at' })).data,
      NEWEST,
    );
