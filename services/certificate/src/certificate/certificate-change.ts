import { isDeepStrictEqual } from 'node:util';
import { type AuditAction, newId } from '@qsc/contracts';
import { type CertificateSnapshot, type Changes, certificateEvents, type Envelope } from '@qsc/contracts/events';
import { type Call, makeEvent } from '@qsc/service-kit/pure';
import { type Certificate, FIRST_RUN, type StoredDocument } from './certificate.ts';
import { toSnapshot } from './certificate-snapshot.ts';

/** What happened to a certificate with one version of it. */
export type HistoryRecord = {
  version: number;
  action: string;
  changes: Changes;
  details: Record<string, unknown>;
  user: string;
  timestamp: Date;
};

/** What a decision about a certificate comes to. */
export type Decided = { certificate: Certificate; history: HistoryRecord; events: Envelope[] };

/** The events that carry a certificate. */
export type CertificateEvent = {
  [Kind in keyof typeof certificateEvents]: (typeof certificateEvents)[Kind]['payload'] extends typeof CertificateSnapshot
    ? Kind
    : never;
}[keyof typeof certificateEvents];

/** What is done: the event, the audit's word for it, the history's word for it, and further details. */
export type Act = {
  event: CertificateEvent;
  audit: AuditAction;
  history: string;
  details?: Record<string, unknown>;
  /** Changes that the stored members do not tell. */
  changes?: Changes;
};

export type NewCertificate = Pick<
  Certificate,
  'type' | 'name' | 'supplier_id' | 'component_id' | 'batch_number' | 'issue_date' | 'expiry_date' | 'supersedes'
>;

const pickTracked = (certificate: Certificate | null): Record<string, unknown> => {
  if (!certificate) return {};
  const { document, validation } = certificate;
  const {
    id: _id,
    version: _version,
    created_at: _created,
    updated_at: _updated,
    ...reported
  } = toSnapshot(certificate);
  return {
    ...reported,
    supersedes: certificate.supersedes,
    superseded_by: certificate.superseded_by,
    'document.file_id': document.file_id,
    'document.filename': document.filename,
    'document.mime_type': document.mime_type,
    'document.size_bytes': document.size_bytes,
    'document.checksum': document.checksum,
    'validation.validated_at': validation?.validated_at.toISOString() ?? null,
    'validation.validated_by': validation?.validated_by ?? null,
    'validation.validation_notes': validation?.validation_notes ?? null,
  };
};

const changesBetween = (before: Certificate | null, after: Certificate): Changes => {
  const old = pickTracked(before);
  return Object.fromEntries(
    Object.entries(pickTracked(after))
      .map(([path, to]) => [path, { from: old[path] ?? null, to }] as const)
      .filter(([, { from, to }]) => !isDeepStrictEqual(from, to)),
  );
};

/** A change of a certificate, recorded once in its history and once in the audit log. `before` is null for a new one. */
export const toDecided = (
  before: Certificate | null,
  certificate: Certificate,
  { act, call }: { act: Act; call: Call },
): Decided => {
  const changes = { ...changesBetween(before, certificate), ...act.changes };
  const details = act.details ?? {};
  const event = makeEvent(certificateEvents[act.event], call, {
    audit: {
      action: act.audit,
      entity_type: 'certificate',
      entity_id: certificate.id,
      entity_name: certificate.name,
      entity_version: certificate.version,
      changes,
      ...(act.audit === 'transition' ? { workflow_state: certificate.status } : {}),
      ...(act.details ? { details } : {}),
    },
    record: toSnapshot(certificate),
  });
  const history = {
    version: certificate.version,
    action: act.history,
    changes,
    details,
    user: call.actor.id,
    timestamp: call.now,
  };
  return { certificate, history, events: [event] };
};

/** The next version of a certificate, with what has changed. */
export const nextVersion = (certificate: Certificate, changed: Partial<Certificate>, call: Call): Certificate => ({
  ...certificate,
  ...changed,
  version: certificate.version + 1,
  updated_at: call.now,
});

/** A new certificate: pending, and not read yet; the commit of it asks for its first run. */
export const createCertificate = (input: NewCertificate, document: StoredDocument, call: Call): Decided => {
  const certificate: Certificate = {
    id: newId('certificate'),
    org_id: call.actor.org_id,
    ...input,
    status: 'pending',
    superseded_by: null,
    document,
    extraction: FIRST_RUN,
    overrides: [],
    validation: null,
    version: 1,
    created_at: call.now,
    updated_at: call.now,
    created_by: call.actor.id,
  };
  const { filename, size_bytes, checksum } = document;
  const act: Act = {
    event: 'created',
    audit: 'create',
    history: 'uploaded',
    details: { filename, size_bytes, checksum },
  };
  return toDecided(null, certificate, { act, call });
};
