import { type ListReferences, REFERENCES, trusted } from '@qsc/service-kit';
import type { CertificateCollection } from './certificate.store.ts';

/** The certificates of a supplier or a component. */
export const makeListReferences =
  (certificates: Pick<CertificateCollection, 'find'>): ListReferences =>
  async (org_id, id) => {
    const page = { limit: REFERENCES };
    const found = await Promise.all([
      certificates.find({ org_id, supplier_id: id }, page),
      certificates.find({ org_id, component_id: id }, page),
    ]);
    return found.flat().map(({ _id, name }) => ({ type: 'certificate', id: _id, name }));
  };

/** Those of the ids that the organisation has certificates of. */
export type FindCertificates = (orgId: string, ids: readonly string[]) => Promise<string[]>;

/** Looks certificates up that records of other services are to name. */
export const makeFindCertificates =
  (certificates: Pick<CertificateCollection, 'find'>): FindCertificates =>
  async (org_id, ids) =>
    (await certificates.find({ org_id, _id: trusted({ $in: [...ids] }) })).map(({ _id }) => _id);
