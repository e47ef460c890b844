// Original file: workflow/v1/workflow.proto


export interface SettleTransitionRequest {
  'org_id'?: (string);
  'transition_id'?: (string);
}

export interface SettleTransitionRequest__Output {
  'org_id': (string);
  'transition_id': (string);
}
