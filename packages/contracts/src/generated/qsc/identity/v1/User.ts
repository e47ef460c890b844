// Original file: identity/v1/identity.proto


export interface User {
  'id'?: (string);
  'name'?: (string);
  'email'?: (string);
  'role'?: (string);
  'active'?: (boolean);
}

export interface User__Output {
  'id': (string);
  'name': (string);
  'email': (string);
  'role': (string);
  'active': (boolean);
}
