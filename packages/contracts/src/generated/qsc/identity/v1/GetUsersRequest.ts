// Original file: identity/v1/identity.proto


export interface GetUsersRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
}

export interface GetUsersRequest__Output {
  'org_id': (string);
  'ids': (string)[];
}
