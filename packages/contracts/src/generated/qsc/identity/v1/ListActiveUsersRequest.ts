// Original file: identity/v1/identity.proto


export interface ListActiveUsersRequest {
  'org_id'?: (string);
}

export interface ListActiveUsersRequest__Output {
  'org_id': (string);
}
