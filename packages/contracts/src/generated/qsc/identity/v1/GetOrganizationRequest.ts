// Original file: identity/v1/identity.proto


export interface GetOrganizationRequest {
  'org_id'?: (string);
}

export interface GetOrganizationRequest__Output {
  'org_id': (string);
}
