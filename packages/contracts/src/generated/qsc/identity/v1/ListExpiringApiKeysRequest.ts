// Original file: identity/v1/identity.proto


export interface ListExpiringApiKeysRequest {
  'org_id'?: (string);
  'until'?: (string);
}

export interface ListExpiringApiKeysRequest__Output {
  'org_id': (string);
  'until': (string);
}
