import { type ListReferences, REFERENCES } from '@qsc/service-kit';
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
