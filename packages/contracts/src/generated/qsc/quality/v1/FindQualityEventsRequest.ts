// Original file: quality/v1/quality.proto


export interface FindQualityEventsRequest {
  'org_id'?: (string);
  'numbers'?: (string)[];
}

export interface FindQualityEventsRequest__Output {
  'org_id': (string);
  'numbers': (string)[];
}
