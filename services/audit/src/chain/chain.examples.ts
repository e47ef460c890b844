export const verificationExample = {
  valid: true,
  entries_checked: 2,
  first_sequence: 1,
  last_sequence: 2,
  first_broken: null,
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
