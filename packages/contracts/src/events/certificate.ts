import { z } from 'zod';
import { defineEvent } from './envelope.ts';
import { defineTask } from './task.ts';

/**
 * The certificate as it stands after the event; consumers that keep a read model ignore a version older than the one they have.
 * `status` is the stored one: whoever reads on another day derives from `expiry_date` whether the certificate has expired.
 */
export const CertificateSnapshot = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.string(),
  supplier_id: z.string().nullable(),
  component_id: z.string().nullable(),
  batch_number: z.string().nullable(),
  issue_date: z.iso.date().nullable(),
  expiry_date: z.iso.date().nullable(),
  extraction_status: z.string(),
  version: z.number().int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type CertificateSnapshot = z.infer<typeof CertificateSnapshot>;

const AlertRule = z.object({
  id: z.string(),
  days_before_expiry: z.number().int(),
  notify: z.array(z.string()),
  certificate_types: z.array(z.string()),
});

const Alert = z.object({ rule_id: z.string(), certificate: CertificateSnapshot, notify: z.array(z.string()) });

const DamagedFile = z.object({ certificate_id: z.string(), file_id: z.string(), checksum: z.string() });

export const certificateEvents = {
  created: defineEvent('certificate.certificate.created.v1', 'A certificate was uploaded', CertificateSnapshot),
  extracted: defineEvent(
    'certificate.certificate.extracted.v1',
    'A run of the extraction ended, complete or failed',
    CertificateSnapshot,
  ),
  validated: defineEvent(
    'certificate.certificate.validated.v1',
    'A certificate was found valid or rejected',
    CertificateSnapshot,
  ),
  superseded: defineEvent(
    'certificate.certificate.superseded.v1',
    'A newer certificate took the place of this one',
    CertificateSnapshot,
  ),
  expiring: defineEvent(
    'certificate.certificate.expiring.v1',
    'A certificate expires within 90 days',
    CertificateSnapshot,
  ),
  expired: defineEvent(
    'certificate.certificate.expired.v1',
    'A certificate is past its expiry date',
    CertificateSnapshot,
  ),
  alerted: defineEvent('certificate.alert.sent.v1', 'An alert rule met a certificate that expires', Alert),
  alertRuleCreated: defineEvent('certificate.alert-rule.created.v1', 'An alert rule was created', AlertRule),
  alertRuleDeleted: defineEvent('certificate.alert-rule.deleted.v1', 'An alert rule was deleted', AlertRule),
  read: defineEvent(
    'certificate.certificate.read.v1',
    'A certificate, its history or its document was read, in an organisation that records reads',
    CertificateSnapshot,
  ),
  fileDamaged: defineEvent(
    'certificate.file.damaged.v1',
    'A stored document does not have the checksum that it was stored with',
    DamagedFile,
  ),
} as const;

export const certificateTasks = {
  extract: defineTask({
    type: 'certificate.extract.v1',
    queue: 'certificate.extraction',
    summary: 'Read the document of a certificate',
    payload: z.object({
      certificate_id: z.string(),
      run: z.number().int(),
      requested_by: z.string(),
      reason: z.string().nullable(),
    }),
  }),
} as const;
