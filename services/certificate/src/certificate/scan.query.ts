import { type CertificateCollection, type StoredCertificate, toCertificate } from './certificate.store.ts';
import type { Certificate } from './certificate.ts';

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
