// Original file: quality/v1/quality.proto


export interface ListRelatedQualityEventsResponse {
  'events_json'?: (string)[];
  'total'?: (number);
}

export interface ListRelatedQualityEventsResponse__Output {
  'events_json': (string)[];
  'total': (number);
}
