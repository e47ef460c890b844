import { type EvidenceKey, openDetachedJws } from '@qsc/service-kit/pure';
import type { WorkflowRecord } from '../record/record.ts';
import { recordHash, SEAL_TYPE, type Signature, shownSignature, toStatement } from './signature.ts';

/** The verdicts on a signature. */
export const SIGNATURE_STATUSES = ['valid', 'stale', 'invalid'] as const;

/**
 * The reasons of a verdict. `altered`: the signature was changed or copied after it was sealed; `unknown_key`: the key of the
 * seal is not among those of this deployment; `content_changed`: the record, or a document that belongs to it, was changed since; `changed_in_place`: it has other
 * content at the signed version, so that it was changed without the service; `record_behind`: the record is at a version before
 * the signed one, with other content; `record_gone`: the record does not exist any more.
 */
export const VERIFICATION_REASONS = [
  'altered',
  'unknown_key',
  'content_changed',
  'changed_in_place',
  'record_behind',
  'record_gone',
] as const;

export type VerificationReason = (typeof VERIFICATION_REASONS)[number];

export type Verdict = { status: (typeof SIGNATURE_STATUSES)[number]; reason: VerificationReason | null };

type Seal = { intact: true } | { intact: false; reason: 'altered' | 'unknown_key' };

/** Checks the seal of a signature with public keys. It needs nothing else, so that an inspector can do it offline. */
export const checkSeal = (signature: Signature, keys: readonly EvidenceKey[]): Seal => {
  const shown = shownSignature(signature);
  const opened = openDetachedJws({ jws: signature.seal, payload: toStatement(shown) }, SEAL_TYPE, keys);
  if (opened.valid) return { intact: true };
  return { intact: false, reason: opened.reason === 'unknown_key' ? 'unknown_key' : 'altered' };
};

const changedReason = (signed: number, current: number): VerificationReason => {
  if (current === signed) return 'changed_in_place';
  return current > signed ? 'content_changed' : 'record_behind';
};

/**
 * The verdict on a signature with an intact seal: a later transition leaves it valid, a change of content makes it stale
 * (decisions §4, "Signatures"). Attachments are a part of the content that changes without a new version of the record.
 * @param record the current one; null where it is gone.
 */
export const compareRecord = (
  { record_hash, record_version, attachments }: Pick<Signature, 'record_hash' | 'record_version' | 'attachments'>,
  record: Pick<WorkflowRecord, 'content' | 'version'> | null,
): Verdict => {
  if (!record) return { status: 'stale', reason: 'record_gone' };
  if (recordHash(record) === record_hash) return { status: 'valid', reason: null };
  const { attachments: _current, ...content } = record.content;
  const asSigned = { content: attachments ? { ...content, attachments } : content };
  if (recordHash(asSigned) === record_hash) return { status: 'stale', reason: 'content_changed' };
  return { status: 'stale', reason: changedReason(record_version, record.version) };
};
