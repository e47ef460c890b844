import { type CertificateSnapshot, certificateEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, toReadFacts } from '@qsc/service-kit';
import type { Certificate } from './certificate.ts';

/** The certificate as its events show it. */
export const toSnapshot = (certificate: Certificate): CertificateSnapshot => ({
  id: certificate.id,
  type: certificate.type,
  name: certificate.name,
  status: certificate.status,
  supplier_id: certificate.supplier_id,
  component_id: certificate.component_id,
  batch_number: certificate.batch_number,
  issue_date: certificate.issue_date,
  expiry_date: certificate.expiry_date,
  extraction_status: certificate.extraction.status,
  version: certificate.version,
  created_at: certificate.created_at.toISOString(),
  updated_at: certificate.updated_at.toISOString(),
});

/** A certificate that is read: the audit trail has one type for all certificates. */
export type ReadCertificate = { type: 'certificate'; certificate: Certificate };

/** The event of a read. */
export const toReadEvent = ({ type, certificate }: ReadCertificate, call: Call) =>
  makeEvent(certificateEvents.read, call, {
    audit: toReadFacts({ ...certificate, type }),
    record: toSnapshot(certificate),
  });
