// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Revocation {
  'sequence'?: (number | string | Long);
  'kind'?: (string);
  'id'?: (string);
  'until'?: (number | string | Long);
  'rights_version'?: (number | string | Long);
}

export interface Revocation__Output {
  'sequence': (number);
  'kind': (string);
  'id': (string);
  'until': (number);
  'rights_version': (number);
}
