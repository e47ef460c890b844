/**
 * A signature as it is kept (21 CFR 11.50, 11.70): bound to the record as it is after the act. `statement` is what the
 * service signed, over all the rest.
 */
export type Signature = {
  id: string;
  org_id: string;
  signer: string;
  signer_name: string;
  signer_email: string | null;
  signer_role: string | null;
  meaning: string;
  timestamp: Date;
  record_id: string;
  record_type: string;
  record_version: number;
  /** SHA-256 (hex) of the canonical record (RFC 8785). */
  record_hash: string;
  /** The act that was signed: a transition or decision, its number in the instance and its states. */
  act: { action: string; move: number | null; from_state: string | null; to_state: string; approval_id: string | null };
  request_id: string;
  key_id: string;
  /** Detached JWS (EdDSA) over the canonical rest. */
  seal: string;
};
