// Original file: quality/v1/quality.proto

import type { FoundQualityEvent as _qsc_quality_v1_FoundQualityEvent, FoundQualityEvent__Output as _qsc_quality_v1_FoundQualityEvent__Output } from '../../../qsc/quality/v1/FoundQualityEvent.ts';

export interface FindQualityEventsResponse {
  'found'?: (_qsc_quality_v1_FoundQualityEvent)[];
}

export interface FindQualityEventsResponse__Output {
  'found': (_qsc_quality_v1_FoundQualityEvent__Output)[];
}
