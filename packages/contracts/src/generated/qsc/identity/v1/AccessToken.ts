// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface AccessToken {
  'access_token'?: (string);
  'expires_at'?: (number | string | Long);
  'org_id'?: (string);
  'api_key_id'?: (string);
  'user_id'?: (string);
}

export interface AccessToken__Output {
  'access_token': (string);
  'expires_at': (number);
  'org_id': (string);
  'api_key_id': (string);
  'user_id': (string);
}
