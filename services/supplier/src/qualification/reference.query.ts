import { type ListReferences, REFERENCES } from '@qsc/service-kit';
import type { QualificationStore } from './qualification.store.ts';

/** The qualifications that rest on a document. */
export const makeListReferences =
  (store: Pick<QualificationStore, 'restingOn'>): ListReferences =>
  async (orgId, documentId) =>
    (await store.restingOn(orgId, documentId, REFERENCES)).map(({ id, supplier_id, status, effective_date }) => ({
      type: 'qualification',
      id,
      name: `${supplier_id} ${status} ${effective_date}`,
    }));
