// Original file: quality/v1/quality.proto


export interface WalkQualityEventsRequest {
  'org_id'?: (string);
  'after_id'?: (string);
  'limit'?: (number);
}

export interface WalkQualityEventsRequest__Output {
  'org_id': (string);
  'after_id': (string);
  'limit': (number);
}
