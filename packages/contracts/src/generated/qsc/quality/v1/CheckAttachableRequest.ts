// Original file: quality/v1/quality.proto


export interface CheckAttachableRequest {
  'org_id'?: (string);
  'id'?: (string);
}

export interface CheckAttachableRequest__Output {
  'org_id': (string);
  'id': (string);
}
