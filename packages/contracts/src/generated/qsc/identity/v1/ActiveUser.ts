// Original file: identity/v1/identity.proto


export interface ActiveUser {
  'id'?: (string);
  'name'?: (string);
  'role'?: (string);
  'created_at'?: (string);
}

export interface ActiveUser__Output {
  'id': (string);
  'name': (string);
  'role': (string);
  'created_at': (string);
}
