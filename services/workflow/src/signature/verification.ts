import { type EvidenceKey, openDetachedJws } from '@qsc/service-kit/pure';
import type { WorkflowRecord } from '../record/record.ts';
import { recordHash, SEAL_TYPE, type Signature, shownSignature, statementOf } from './signature.ts';

/** Whether a signature still stands: as it was made, with the content that was signed. */
export const SIGNATURE_STATUSES = ['valid', 'stale', 'invalid'] as const;

/**
 * What is wrong. `altered`: the signature is not what was sealed, as when a member was changed or it was copied; `unknown_key`:
 * the key that sealed it is not among those of this deployment; `content_changed`: the record has another content since;
 * `changed_in_place`: it has another content at the version that was signed, so it was changed past the service;
 * `record_behind`: the record stands before the signed version, with another content; `record_gone`: there is no such record
 * any more.
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

/** Checks the seal of a signature against public keys. It needs nothing else, so an inspector can do it outside. */
export const checkSeal = (signature: Signature, keys: readonly EvidenceKey[]): Seal => {
  const shown = shownSignature(signature);
  const opened = openDetachedJws({ jws: signature.seal, payload: statementOf(shown) }, SEAL_TYPE, keys);
  if (opened.valid) return { intact: true };
  return { intact: false, reason: opened.reason === 'unknown_key' ? 'unknown_key' : 'altered' };
};

const changedReason = (signed: number, current: number): VerificationReason => {
  if (current === signed) return 'changed_in_place';
  return current > signed ? 'content_changed' : 'record_behind';
};

/**
 * What a signature whose seal is intact is worth beside its record: a later move of state leaves it valid, a change of content
 * makes it stale (decisions §4, "Signatures").
 * @param record as it stands now; null where it is gone.
 */
export const compareRecord = (
  { record_hash, record_version }: Pick<Signature, 'record_hash' | 'record_version'>,
  record: Pick<WorkflowRecord, 'content' | 'version'> | null,
): Verdict => {
  if (!record) return { status: 'stale', reason: 'record_gone' };
  if (recordHash(record) === record_hash) return { status: 'valid', reason: null };
  return { status: 'stale', reason: changedReason(record_version, record.version) };
};
