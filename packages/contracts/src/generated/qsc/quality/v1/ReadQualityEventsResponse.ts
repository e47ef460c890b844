// Original file: quality/v1/quality.proto


export interface ReadQualityEventsResponse {
  'events_json'?: (string)[];
}

export interface ReadQualityEventsResponse__Output {
  'events_json': (string)[];
}
