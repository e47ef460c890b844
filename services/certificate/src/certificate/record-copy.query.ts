import { notFound, type ReadCopy, type ReadLocalTime } from '@qsc/service-kit';
import { Certificate } from './certificate.schemas.ts';
import type { CertificateStore } from './certificate.store.ts';
import { shownCertificate } from './certificate.view.ts';

type Parts = { store: Pick<CertificateStore, 'find'>; localTime: ReadLocalTime };

/**
 * Reads a certificate for a copy, with those that it supersedes and is superseded by. What was read of its document, and corrections
 * of it, are a part of the record.
 */
export const makeReadCopy =
  ({ store, localTime }: Parts): ReadCopy =>
  async (orgId, id) => {
    const at = await localTime(orgId);
    const find = async (certificateId: string) => {
      const certificate = await store.find(orgId, certificateId);
      return certificate && Certificate.parse(shownCertificate(certificate, at));
    };
    const record = await find(id);
    if (!record) throw notFound('certificate', id);
    const ids = [record.supersedes, record.superseded_by].filter((other) => other !== null);
    const others = await Promise.all(ids.map(find));
    return { record, parts: { supersession: others.filter((other) => other !== null) } };
  };
