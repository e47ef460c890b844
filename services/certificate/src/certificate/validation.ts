import { type Actor, type LocalTime, RECORD_STATES, rolesForTransition, type StateTransition } from '@qsc/contracts';
import type { Changes } from '@qsc/contracts/events';
import { AppError, type Call, conflict, invalidField, invalidTransition } from '@qsc/service-kit/pure';
import { type Certificate, statusOn } from './certificate.ts';
import { type Act, type Decided, nextVersion, toDecided } from './certificate-change.ts';
import { type FailingRow, failingRows, listedRows, rowNames, undecidedRows } from './failing.ts';
import { makeOverrides, type Overrides } from './override.ts';

/** What a person found. */
export type Finding = { status: 'valid' | 'rejected'; notes?: string | undefined; overrides?: Overrides | undefined };

const STATES = RECORD_STATES.certificate;
if (!STATES) throw new Error('There is no table of the states of certificates.');

const BEING_READ: ReadonlySet<string> = new Set(['pending', 'processing']);

const requireTransition = (certificate: Certificate, to: string, at: LocalTime): StateTransition => {
  const current = statusOn(certificate, at);
  const transitions = STATES.transitions[current] ?? [];
  const transition = transitions.find((candidate) => candidate.to === to);
  if (transition) return transition;
  throw invalidTransition(
    current,
    to,
    transitions.map((known) => known.to),
  );
};

/** An application has no role: it is bound by its scopes. */
const requireRole = ({ role }: Actor, transition: StateTransition): void => {
  const roles = rolesForTransition(STATES, transition);
  if (role === null || roles.includes(role)) return;
  throw new AppError('forbidden', `Validating a certificate needs one of the roles ${roles.join(', ')}.`, {
    details: { reason: 'role', roles },
  });
};

const requireRead = ({ type, extraction }: Certificate): void => {
  if (type === 'coa' && BEING_READ.has(extraction.status))
    throw conflict('The certificate is still being read. Validate it when its extraction has ended.', {
      extraction_status: extraction.status,
    });
};

const missingNotes = (message: string, more: Record<string, unknown> = {}): AppError =>
  new AppError('missing_required_fields', message, { details: { missing_fields: ['notes'], ...more } });

type Doubtful = { failing: readonly FailingRow[]; undecided: readonly FailingRow[] };

const listed = ({ failing, undecided }: Doubtful): Record<string, unknown> => ({
  ...listedRows(failing),
  ...listedRows(undecided, 'undecided_rows'),
});

const requireNotes = (rows: Doubtful, { notes, transition }: { notes: string | null; transition: StateTransition }) => {
  if (notes !== null) return;
  if (transition.requires?.includes('notes'))
    throw missingNotes('A certificate that was valid is rejected with notes that say why.');
  const reasons = [
    ...(rows.failing.length > 0 ? [`These rows fail their specification: ${rowNames(rows.failing)}.`] : []),
    ...(rows.undecided.length > 0 ? [`These rows have no status: ${rowNames(rows.undecided)}.`] : []),
  ];
  if (transition.to === 'valid' && reasons.length > 0)
    throw missingNotes(`${reasons.join(' ')} Say in notes why the certificate is valid.`, listed(rows));
};

/** What the metadata says follows the correction of a person; what was read never changes it. */
const correctedRecord = (certificate: Certificate, { batch_number, expiry_date }: Overrides) => {
  const record = {
    ...(batch_number === undefined ? {} : { batch_number }),
    ...(expiry_date === undefined ? {} : { expiry_date }),
  };
  const { issue_date, expiry_date: until } = { ...certificate, ...record };
  if (issue_date !== null && until !== null && until < issue_date)
    throw invalidField('overrides.expiry_date', 'before_issue', `The certificate was issued on ${issue_date}.`);
  return record;
};

const overrideChanges = (certificate: Certificate, from: number): Changes =>
  Object.fromEntries(
    certificate.overrides
      .slice(from)
      .map(({ path, from: was, value }) => [`extracted_data.${path}`, { from: was, to: value }]),
  );

/**
 * A person finds a certificate valid or rejects it, perhaps with corrections; one that was valid is revoked. The state by date
 * follows at the reading. Throws `forbidden`, `invalid_transition`, `conflict` while a coa is being read,
 * `missing_required_fields` where notes have to say why, `validation_failed` for a correction that fits nothing.
 */
export const validateCertificate = (certificate: Certificate, finding: Finding, call: Call): Decided => {
  const transition = requireTransition(certificate, finding.status, call);
  requireRole(call.actor, transition);
  requireRead(certificate);
  const notes = finding.notes ?? null;
  const { overrides: requested = {} } = finding;
  const by = { by: call.actor.id, at: call.now, reason: notes ?? call.reason };
  const overrides = [...certificate.overrides, ...makeOverrides(certificate, requested, by)];
  const after = nextVersion(
    certificate,
    {
      ...correctedRecord(certificate, requested),
      status: finding.status,
      overrides,
      validation: { validated_at: call.now, validated_by: call.actor.id, validation_notes: notes },
    },
    call,
  );
  const failing = failingRows(certificate, after);
  const isFailing = new Set(failing.map(({ index }) => index));
  const rows = { failing, undecided: undecidedRows(after).filter(({ index }) => !isFailing.has(index)) };
  requireNotes(rows, { notes, transition });
  const details = {
    status: finding.status,
    notes,
    ...(finding.status === 'valid' ? listed(rows) : {}),
  };
  const changes = overrideChanges(after, certificate.overrides.length);
  const act: Act = { event: 'validated', audit: 'transition', history: 'validated', details, changes };
  return toDecided(certificate, after, { act, call });
};
