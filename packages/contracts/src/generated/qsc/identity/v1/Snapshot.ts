// Original file: identity/v1/identity.proto

import type { Revocation as _qsc_identity_v1_Revocation, Revocation__Output as _qsc_identity_v1_Revocation__Output } from '../../../qsc/identity/v1/Revocation.ts';

export interface Snapshot {
  'revocations'?: (_qsc_identity_v1_Revocation)[];
}

export interface Snapshot__Output {
  'revocations': (_qsc_identity_v1_Revocation__Output)[];
}
