import type { CertificateCollection, StoredCertificate } from './certificate.store.ts';

/** A batch that a certificate names. */
export type CertifiedBatch = Pick<StoredCertificate, 'component_id' | 'supplier_id'> & { batch_number: string };

/** The batches that certificates of some components, or of some suppliers, name; in parts, each certificate's by itself. */
export type ListBatches = (
  orgId: string,
  of: { componentIds: readonly string[]; supplierIds: readonly string[] },
) => AsyncIterable<CertifiedBatch[]>;

const PART = 5_000;

const PROJECTION = { _id: 0, batch_number: 1, component_id: 1, supplier_id: 1 } as const;

/** Reads batches out of the keys of two indexes that hold the certificates with a batch alone. */
export const makeListBatches = ({ definition, model }: CertificateCollection): ListBatches => {
  const certificates = model.db.getClient().db(model.db.name).collection<StoredCertificate>(definition.name);

  const read = (org_id: string, field: 'component_id' | 'supplier_id', ids: readonly string[]) =>
    certificates.find<CertifiedBatch>(
      { org_id, [field]: { $in: [...new Set(ids)] }, batch_number: { $type: 'string' } } as never,
      { projection: PROJECTION },
    );

  return async function* listBatches(org_id, { componentIds, supplierIds }) {
    let part: CertifiedBatch[] = [];
    for (const rows of [read(org_id, 'component_id', componentIds), read(org_id, 'supplier_id', supplierIds)])
      for await (const row of rows) {
        part.push(row);
        if (part.length < PART) continue;
        yield part;
        part = [];
      }
    if (part.length > 0) yield part;
  };
};
