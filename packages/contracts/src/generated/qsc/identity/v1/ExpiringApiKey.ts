// Original file: identity/v1/identity.proto


export interface ExpiringApiKey {
  'id'?: (string);
  'name'?: (string);
  'user_id'?: (string);
  'expires_at'?: (string);
}

export interface ExpiringApiKey__Output {
  'id': (string);
  'name': (string);
  'user_id': (string);
  'expires_at': (string);
}
