import { newId } from '@qsc/contracts';
import { type Change, type Collection, insert, replace } from '@qsc/service-kit';
import {
  type CertificateCollection,
  type StoredHistory,
  toCertificate,
  toStored,
} from '../certificate/certificate.store.ts';
import type { Certificate } from '../certificate/certificate.ts';
import type { Extracted } from './extraction.ts';

export type ExtractionStore = {
  /** The certificate, or null where the organisation has none of that id. */
  find(orgId: string, id: string): Promise<Certificate | null>;
  /** The certificate as it shall be, in the place of the version that was decided on. */
  change(before: Certificate, after: Certificate): Change;
  /** The end of a run, with its line in the history. */
  end(before: Certificate, extracted: Extracted): Change[];
};

type Parts = { certificates: CertificateCollection; histories: Collection<StoredHistory> };

/** Certificates, as the extraction reads and changes them. */
export const makeExtractionStore = ({ certificates, histories }: Parts): ExtractionStore => {
  const change: ExtractionStore['change'] = (before, after) => replace(certificates, toStored(after), before.version);
  return {
    async find(orgId, id) {
      const stored = await certificates.findOne({ org_id: orgId, _id: id });
      return stored ? toCertificate(stored) : null;
    },
    change,
    end: (before, { certificate, changes, details, event }) => [
      change(before, certificate),
      insert(histories, {
        _id: newId('event'),
        org_id: certificate.org_id,
        certificate_id: certificate.id,
        version: certificate.version,
        action: 'extracted',
        changes,
        details,
        user: event.actor,
        timestamp: certificate.updated_at,
      }),
    ],
  };
};
