// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface OrganizationChanged {
  'sequence'?: (number | string | Long);
  'org_id'?: (string);
}

export interface OrganizationChanged__Output {
  'sequence': (number);
  'org_id': (string);
}
