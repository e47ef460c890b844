// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface Heartbeat {
  'sequence'?: (number | string | Long);
}

export interface Heartbeat__Output {
  'sequence': (number);
}
