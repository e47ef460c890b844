// Original file: copy/v1/copy.proto


export interface ReadCopyRequest {
  'org_id'?: (string);
  'id'?: (string);
}

export interface ReadCopyRequest__Output {
  'org_id': (string);
  'id': (string);
}
