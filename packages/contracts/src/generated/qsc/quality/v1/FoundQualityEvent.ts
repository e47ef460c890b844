// Original file: quality/v1/quality.proto


export interface FoundQualityEvent {
  'number'?: (string);
  'id'?: (string);
}

export interface FoundQualityEvent__Output {
  'number': (string);
  'id': (string);
}
