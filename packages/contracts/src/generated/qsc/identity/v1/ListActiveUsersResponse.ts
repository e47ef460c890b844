// Original file: identity/v1/identity.proto

import type { ActiveUser as _qsc_identity_v1_ActiveUser, ActiveUser__Output as _qsc_identity_v1_ActiveUser__Output } from '../../../qsc/identity/v1/ActiveUser.ts';

export interface ListActiveUsersResponse {
  'users'?: (_qsc_identity_v1_ActiveUser)[];
}

export interface ListActiveUsersResponse__Output {
  'users': (_qsc_identity_v1_ActiveUser__Output)[];
}
