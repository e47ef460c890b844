import { DocumentReference, newId } from '@qsc/contracts';
import type { SignatureRecord } from '@qsc/contracts/events';
import { type Call, canonicalHash, canonicalJson, type KeyRing } from '@qsc/service-kit/pure';
import { z } from 'zod';
import type { WorkflowRecord } from '../record/record.ts';

/** The kinds of act that can be signed. */
export const ACTS = ['transition', 'approve', 'reject'] as const;

/** The act that was signed: a transition or decision, its number in the instance and its states. */
export type SignedAct = {
  action: (typeof ACTS)[number];
  /** Null for a decision without a transition. */
  move: number | null;
  from_state: string | null;
  to_state: string;
  approval_id: string | null;
};

/**
 * A stored signature (21 CFR 11.50, 11.70): bound to the record as it is after the act, with a seal of the service over all of
 * it.
 */
export type Signature = {
  id: string;
  org_id: string;
  signer: string;
  signer_name: string;
  signer_email: string | null;
  signer_role: string;
  meaning: string;
  timestamp: Date;
  record_id: string;
  record_type: string;
  record_version: number;
  /** SHA-256 (hex) of the canonical content of the record (RFC 8785). */
  record_hash: string;
  act: SignedAct;
  /** The documents that belonged to the record, which `record_hash` covers; absent where there were none. */
  attachments?: DocumentReference[] | undefined;
  request_id: string;
  /** The thumbprint of the key of the seal. */
  key_id: string;
  /** Detached JWS (EdDSA) over `statementOf`. */
  seal: string;
};

/** The signer, from the identity service at that moment. */
export type Signer = { id: string; name: string; email: string; role: string };

/** The input of a signature: the signer, the meaning, the record as it is after the act, and the act. */
export type Signed = { signer: Signer; meaning: string; record: WorkflowRecord; act: SignedAct };

/** The type of a seal (`typ`), so that no other signature of the key can be used as one. */
export const SEAL_TYPE = 'signature+jws';

/** A signature as the API shows it. */
export const shownSignature = ({ id, record_id, record_type, record_version, record_hash, ...rest }: Signature) => ({
  signature_id: id,
  ...rest,
  timestamp: rest.timestamp.toISOString(),
  entity_id: record_id,
  entity_type: record_type,
  entity_version: record_version,
  entity_hash: record_hash,
});

export type ShownSignature = ReturnType<typeof shownSignature>;

/**
 * The signed payload: the canonical JSON of the signature as the API shows it, without the seal itself. Anybody with the public
 * keys can check a response of the API.
 */
export const toStatement = ({ seal: _seal, ...stated }: ShownSignature): string => canonicalJson(stated);

/** The hash of a record in a signature. */
export const recordHash = ({ content }: Pick<WorkflowRecord, 'content'>): string => canonicalHash(content);

const Attachments = z.array(DocumentReference).optional();

const attachmentsIn = ({ content }: WorkflowRecord): Pick<Signature, 'attachments'> => {
  const attachments = Attachments.parse(content.attachments);
  return attachments ? { attachments } : {};
};

/** A new signature of the act, sealed with the current key. */
export const makeSignature = (call: Call, ring: KeyRing, { signer, meaning, record, act }: Signed): Signature => {
  const unsealed: Signature = {
    id: newId('signature'),
    org_id: call.actor.org_id,
    signer: signer.id,
    signer_name: signer.name,
    signer_email: signer.email,
    signer_role: signer.role,
    meaning,
    timestamp: call.now,
    record_id: record.id,
    record_type: record.type,
    record_version: record.version,
    record_hash: recordHash(record),
    act,
    ...attachmentsIn(record),
    request_id: call.requestId,
    key_id: ring.keyId,
    seal: '',
  };
  return { ...unsealed, seal: ring.signDetached(SEAL_TYPE, toStatement(shownSignature(unsealed))) };
};

/** The signature in an act (specification, "Signature record"). */
export const toSignatureRecord = ({ id, signer, signer_name, meaning, timestamp }: Signature): SignatureRecord => ({
  signature_id: id,
  signer,
  signer_name,
  meaning,
  timestamp: timestamp.toISOString(),
});
