// Original file: workflow/v1/workflow.proto


export interface IsSignedRequest {
  'org_id'?: (string);
  'record_id'?: (string);
}

export interface IsSignedRequest__Output {
  'org_id': (string);
  'record_id': (string);
}
