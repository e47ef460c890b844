import { newId } from '@qsc/contracts';
import { type Change, type Collection, insert, replace } from '@qsc/service-kit';
import type { StoredCertificate, StoredHistory } from '../certificate/certificate.store.ts';
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

type Parts = { certificates: Collection<StoredCertificate>; histories: Collection<StoredHistory> };

/** Certificates, as the extraction reads and changes them. */
export const makeExtractionStore = ({ certificates, histories }: Parts): ExtractionStore => {
  const change: ExtractionStore['change'] = (before, { id, ...after }) =>
    replace(certificates, { _id: id, ...after }, before.version);
  return {
    async find(orgId, id) {
      const stored = await certificates.findOne({ org_id: orgId, _id: id });
      if (!stored) return null;
      const { _id, ...certificate } = stored;
      return { id: _id, ...certificate };
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
