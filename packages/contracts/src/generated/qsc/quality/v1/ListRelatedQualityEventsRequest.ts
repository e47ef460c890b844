// Original file: quality/v1/quality.proto


export interface ListRelatedQualityEventsRequest {
  'org_id'?: (string);
  'related_id'?: (string);
  'page'?: (number);
  'per_page'?: (number);
}

export interface ListRelatedQualityEventsRequest__Output {
  'org_id': (string);
  'related_id': (string);
  'page': (number);
  'per_page': (number);
}
