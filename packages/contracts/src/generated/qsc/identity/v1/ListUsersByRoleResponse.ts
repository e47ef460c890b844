// Original file: identity/v1/identity.proto

import type { User as _qsc_identity_v1_User, User__Output as _qsc_identity_v1_User__Output } from '../../../qsc/identity/v1/User.ts';

export interface ListUsersByRoleResponse {
  'users'?: (_qsc_identity_v1_User)[];
}

export interface ListUsersByRoleResponse__Output {
  'users': (_qsc_identity_v1_User__Output)[];
}
