// Original file: quality/v1/quality.proto


export interface WrittenQualityEvent {
  'event_json'?: (string);
}

export interface WrittenQualityEvent__Output {
  'event_json': (string);
}
