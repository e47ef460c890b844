// Original file: record/v1/record.proto


export interface ReleaseRequest {
  'org_id'?: (string);
  'id'?: (string);
  'transition_id'?: (string);
}

export interface ReleaseRequest__Output {
  'org_id': (string);
  'id': (string);
  'transition_id': (string);
}
