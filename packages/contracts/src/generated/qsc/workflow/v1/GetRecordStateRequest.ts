// Original file: workflow/v1/workflow.proto


export interface GetRecordStateRequest {
  'org_id'?: (string);
  'record_id'?: (string);
}

export interface GetRecordStateRequest__Output {
  'org_id': (string);
  'record_id': (string);
}
