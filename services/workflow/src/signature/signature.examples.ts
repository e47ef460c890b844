import { exampleId } from '@qsc/contracts';
import type { VerificationAnswer } from './signature.schemas.ts';
import type { ShownSignature } from './signature.ts';

const keyId = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

const HASH = '9b2fd3e0a4c1f8d5e6b7a8091c2d3e4f5061728394a5b6c7d8e9f00112233445';

/** The signature that closed a deviation. */
export const signatureExample: ShownSignature = {
  signature_id: exampleId('signature'),
  org_id: exampleId('organization'),
  signer: exampleId('user'),
  signer_name: 'Maria Keller',
  signer_email: 'maria.keller@example.com',
  signer_role: 'quality_manager',
  meaning: 'Approval',
  timestamp: '2026-03-02T09:30:00.000Z',
  entity_id: exampleId('qualityEvent'),
  entity_type: 'deviation',
  entity_version: 12,
  entity_hash: HASH,
  act: { action: 'transition', move: 8, from_state: 'verification', to_state: 'closed', approval_id: null },
  request_id: exampleId('request'),
  key_id: keyId,
  seal: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
};

/** The record was not changed since. */
export const verificationExample: VerificationAnswer = {
  signature_id: exampleId('signature'),
  status: 'valid',
  reason: null,
  message: 'The signature is unaltered, and the record has the signed content.',
  checked_at: '2026-05-04T08:00:00.000Z',
  record: { id: exampleId('qualityEvent'), type: 'deviation', version: 12, current_version: 12 },
  signed_hash: HASH,
  current_hash: HASH,
  key_id: keyId,
};

export const keySetExample = {
  keys: [
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: keyId,
      alg: 'EdDSA',
      use: 'sig',
    },
  ],
} as const;
