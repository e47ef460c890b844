// Original file: quality/v1/quality.proto


export interface ReadQualityEventsRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
}

export interface ReadQualityEventsRequest__Output {
  'org_id': (string);
  'ids': (string)[];
}
