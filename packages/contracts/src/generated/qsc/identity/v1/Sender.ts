// Original file: identity/v1/identity.proto


export interface Sender {
  'request_id'?: (string);
  'ip_address'?: (string);
  'user_agent'?: (string);
}

export interface Sender__Output {
  'request_id': (string);
  'ip_address': (string);
  'user_agent': (string);
}
