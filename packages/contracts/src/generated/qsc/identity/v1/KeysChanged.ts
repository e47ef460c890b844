// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface KeysChanged {
  'sequence'?: (number | string | Long);
}

export interface KeysChanged__Output {
  'sequence': (number);
}
