import { certificateEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, type Organizations, type UnitOfWork } from '@qsc/service-kit';
import { type CertificateStore, requireCertificate } from './certificate.store.ts';
import type { Certificate } from './certificate.ts';
import { toSnapshot } from './certificate-snapshot.ts';

/** The certificate, and its reading where the organisation records that. Throws `not_found`. */
export type ReadRecorded = (id: string, call: Call) => Promise<Certificate>;

const readEvent = (certificate: Certificate, call: Call) =>
  makeEvent(certificateEvents.read, call, {
    audit: {
      action: 'read',
      entity_type: 'certificate',
      entity_id: certificate.id,
      entity_name: certificate.name,
      entity_version: certificate.version,
      changes: {},
    },
    record: toSnapshot(certificate),
  });

type Parts = {
  store: Pick<CertificateStore, 'find'>;
  organizations: Pick<Organizations, 'get'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
};

/** Every single read goes through it: of the certificate, its document, its history and what was read of it. */
export const makeReadRecorded =
  ({ store, organizations, unitOfWork }: Parts): ReadRecorded =>
  async (id, call) => {
    const certificate = await requireCertificate(store, id, call);
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (recorded_reads.includes('certificate')) await unitOfWork.commit([], [readEvent(certificate, call)]);
    return certificate;
  };
