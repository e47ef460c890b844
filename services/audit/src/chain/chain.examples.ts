import type { Verification } from './chain.service.ts';

export const verificationExample: Verification = {
  valid: true,
  entries_checked: 2,
  entries_vouched: 0,
  first_sequence: 1,
  last_sequence: 2,
  first_broken: null,
  compared_with: [{ source: 'outside', sequence: 2, at: '2026-03-02T10:00:00.000Z', holds: true }],
  checkpoint: 'eyJhbGciOiJFZERTQSJ9.eyJzZXF1ZW5jZSI6Mn0.c2lnbmF0dXJl',
};

export const checkpointKeyExample = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  alg: 'EdDSA',
  use: 'sig',
} as const;
