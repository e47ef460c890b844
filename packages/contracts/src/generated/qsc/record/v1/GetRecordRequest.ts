// Original file: record/v1/record.proto


export interface GetRecordRequest {
  'org_id'?: (string);
  'id'?: (string);
  'last_transition_id'?: (string);
  'with_attachments'?: (boolean);
}

export interface GetRecordRequest__Output {
  'org_id': (string);
  'id': (string);
  'last_transition_id': (string);
  'with_attachments': (boolean);
}
