// Original file: quality/v1/quality.proto

import type { ScannedQualityEvent as _qsc_quality_v1_ScannedQualityEvent, ScannedQualityEvent__Output as _qsc_quality_v1_ScannedQualityEvent__Output } from '../../../qsc/quality/v1/ScannedQualityEvent.ts';

export interface ScanQualityEventsResponse {
  'events'?: (_qsc_quality_v1_ScannedQualityEvent)[];
}

export interface ScanQualityEventsResponse__Output {
  'events': (_qsc_quality_v1_ScannedQualityEvent__Output)[];
}
