// Original file: identity/v1/identity.proto


export interface VerifiedSigner {
  'user_id'?: (string);
  'name'?: (string);
  'email'?: (string);
  'role'?: (string);
}

export interface VerifiedSigner__Output {
  'user_id': (string);
  'name': (string);
  'email': (string);
  'role': (string);
}
