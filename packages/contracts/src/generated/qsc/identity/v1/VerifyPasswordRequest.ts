// Original file: identity/v1/identity.proto


export interface VerifyPasswordRequest {
  'org_id'?: (string);
  'user_id'?: (string);
  'password'?: (string);
  'request_id'?: (string);
  'ip_address'?: (string);
  'user_agent'?: (string);
  'api_key_id'?: (string);
  'reason'?: (string);
  'username'?: (string);
}

export interface VerifyPasswordRequest__Output {
  'org_id': (string);
  'user_id': (string);
  'password': (string);
  'request_id': (string);
  'ip_address': (string);
  'user_agent': (string);
  'api_key_id': (string);
  'reason': (string);
  'username': (string);
}
