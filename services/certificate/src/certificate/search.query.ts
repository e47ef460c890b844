import { type ReadLocalTime, type Search, searchIn } from '@qsc/service-kit';
import type { CertificateCollection } from './certificate.store.ts';
import { statusOn } from './certificate.ts';

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
