// Original file: identity/v1/identity.proto

import type { User as _qsc_identity_v1_User, User__Output as _qsc_identity_v1_User__Output } from '../../../qsc/identity/v1/User.ts';

export interface GetUsersResponse {
  'users'?: (_qsc_identity_v1_User)[];
}

export interface GetUsersResponse__Output {
  'users': (_qsc_identity_v1_User__Output)[];
}
