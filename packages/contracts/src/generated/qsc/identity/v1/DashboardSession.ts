// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface DashboardSession {
  'access_token'?: (string);
  'idle_ends_at'?: (number | string | Long);
  'ends_at'?: (number | string | Long);
  'idle_minutes'?: (number);
}

export interface DashboardSession__Output {
  'access_token': (string);
  'idle_ends_at': (number);
  'ends_at': (number);
  'idle_minutes': (number);
}
