// Original file: quality/v1/quality.proto


export interface ScanQualityEventsRequest {
  'after_id'?: (string);
  'limit'?: (number);
}

export interface ScanQualityEventsRequest__Output {
  'after_id': (string);
  'limit': (number);
}
