// Original file: reference/v1/reference.proto


export interface ListReferencesRequest {
  'org_id'?: (string);
  'record_id'?: (string);
}

export interface ListReferencesRequest__Output {
  'org_id': (string);
  'record_id': (string);
}
