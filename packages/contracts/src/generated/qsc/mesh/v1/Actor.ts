// Original file: mesh/v1/command.proto


export interface Actor {
  'kind'?: (string);
  'id'?: (string);
  'org_id'?: (string);
  'email'?: (string);
  'name'?: (string);
  'role'?: (string);
  'scopes'?: (string)[];
  'api_key_id'?: (string);
  'session_id'?: (string);
  '_email'?: "email";
  '_role'?: "role";
  '_api_key_id'?: "api_key_id";
  '_session_id'?: "session_id";
}

export interface Actor__Output {
  'kind': (string);
  'id': (string);
  'org_id': (string);
  'email'?: (string);
  'name': (string);
  'role'?: (string);
  'scopes': (string)[];
  'api_key_id'?: (string);
  'session_id'?: (string);
  '_email'?: "email";
  '_role'?: "role";
  '_api_key_id'?: "api_key_id";
  '_session_id'?: "session_id";
}
