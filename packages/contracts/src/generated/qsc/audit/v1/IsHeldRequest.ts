// Original file: audit/v1/audit.proto


export interface IsHeldRequest {
  'org_id'?: (string);
  'record_id'?: (string);
  'record_type'?: (string);
  'record_created_at'?: (string);
}

export interface IsHeldRequest__Output {
  'org_id': (string);
  'record_id': (string);
  'record_type': (string);
  'record_created_at': (string);
}
