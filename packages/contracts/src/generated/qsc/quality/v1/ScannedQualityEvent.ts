// Original file: quality/v1/quality.proto


export interface ScannedQualityEvent {
  'org_id'?: (string);
  'snapshot_json'?: (string);
}

export interface ScannedQualityEvent__Output {
  'org_id': (string);
  'snapshot_json': (string);
}
