// Original file: identity/v1/identity.proto


export interface ListUsersByRoleRequest {
  'org_id'?: (string);
  'roles'?: (string)[];
}

export interface ListUsersByRoleRequest__Output {
  'org_id': (string);
  'roles': (string)[];
}
