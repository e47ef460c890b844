// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface WatchAck {
  'sequence'?: (number | string | Long);
}

export interface WatchAck__Output {
  'sequence': (number);
}
