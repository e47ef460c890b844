// Original file: identity/v1/identity.proto

import type { ExpiringApiKey as _qsc_identity_v1_ExpiringApiKey, ExpiringApiKey__Output as _qsc_identity_v1_ExpiringApiKey__Output } from '../../../qsc/identity/v1/ExpiringApiKey.ts';

export interface ListExpiringApiKeysResponse {
  'keys'?: (_qsc_identity_v1_ExpiringApiKey)[];
}

export interface ListExpiringApiKeysResponse__Output {
  'keys': (_qsc_identity_v1_ExpiringApiKey__Output)[];
}
