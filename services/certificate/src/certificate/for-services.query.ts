import {
  type Collection,
  type ListOwnChanges,
  type ListReferences,
  REFERENCES,
  type ReadLocalTime,
  type Search,
  searchIn,
  trusted,
} from '@qsc/service-kit';
import {
  type CertificateCollection,
  type StoredCertificate,
  type StoredHistory,
  toCertificate,
} from './certificate.store.ts';
import { type Certificate, statusOn } from './certificate.ts';

const READ_BATCH = 500;

/** The changes of certificates in a period, out of their own history. */
export const makeListOwnChanges = ({ definition, model }: Collection<StoredHistory>): ListOwnChanges => {
  const histories = model.db.getClient().db(model.db.name).collection<StoredHistory>(definition.name);
  return async function* (org_id, { from, to }) {
    const projection = { certificate_id: 1, version: 1, timestamp: 1 };
    const rows = histories
      .find({ org_id, timestamp: { $gte: from, $lte: to } }, { projection })
      .sort({ timestamp: 1 })
      .batchSize(READ_BATCH);
    for await (const { certificate_id, version, timestamp } of rows)
      yield { record_id: certificate_id, version, at: timestamp };
  };
};

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

/** Certificates of all organisations by their ids, from after one; none at the end. */
export type ScanCertificates = (requested: { afterId: string; limit: number }) => Promise<Certificate[]>;

const LIMIT = 500;

/** Reads certificates in the order of their ids, for other services that rebuild their read models. */
export const makeScanCertificates = ({ definition, model }: CertificateCollection): ScanCertificates => {
  const certificates = model.db.getClient().db(model.db.name).collection<StoredCertificate>(definition.name);
  // What was read is large, and no snapshot carries it.
  const projection = { 'extraction.data': 0, overrides: 0 };
  return async ({ afterId, limit }) => {
    const page = { projection, sort: { _id: 1 }, limit: Math.min(limit || LIMIT, LIMIT) } as const;
    return (await certificates.find({ _id: { $gt: afterId } }, page).toArray()).map(toCertificate);
  };
};

/** Finds certificates by the words of name, certificate number and batch; each state is that of the organisation's day. */
export const makeSearch =
  (certificates: Pick<CertificateCollection, 'model'>, localTime: ReadLocalTime): Search =>
  async (org_id, query) => {
    const at = await localTime(org_id);
    return searchIn(certificates, query, {
      filter: { org_id },
      projection: { name: 1, batch_number: 1, status: 1, expiry_date: 1 },
      show: (found) => ({
        type: 'certificate',
        id: found._id,
        title: found.name,
        subtitle: found.batch_number,
        status: statusOn(found, at),
      }),
    });
  };

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
