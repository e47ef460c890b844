// Original file: workflow/v1/workflow.proto


export interface GetWaitingRequest {
  'org_id'?: (string);
  'record_id'?: (string);
}

export interface GetWaitingRequest__Output {
  'org_id': (string);
  'record_id': (string);
}
