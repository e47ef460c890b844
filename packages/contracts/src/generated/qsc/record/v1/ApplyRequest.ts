// Original file: record/v1/record.proto


export interface ApplyRequest {
  'org_id'?: (string);
  'transition_json'?: (string);
}

export interface ApplyRequest__Output {
  'org_id': (string);
  'transition_json': (string);
}
