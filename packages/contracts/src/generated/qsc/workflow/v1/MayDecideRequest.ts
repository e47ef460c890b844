// Original file: workflow/v1/workflow.proto


export interface MayDecideRequest {
  'org_id'?: (string);
  'record_id'?: (string);
  'user_id'?: (string);
  'role'?: (string);
}

export interface MayDecideRequest__Output {
  'org_id': (string);
  'record_id': (string);
  'user_id': (string);
  'role': (string);
}
