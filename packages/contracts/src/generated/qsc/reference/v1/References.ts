// Original file: reference/v1/reference.proto

import type { Reference as _qsc_reference_v1_Reference, Reference__Output as _qsc_reference_v1_Reference__Output } from '../../../qsc/reference/v1/Reference.ts';

export interface References {
  'references'?: (_qsc_reference_v1_Reference)[];
}

export interface References__Output {
  'references': (_qsc_reference_v1_Reference__Output)[];
}
