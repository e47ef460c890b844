// Original file: workflow/v1/workflow.proto


export interface WaitingRecord {
  'approval_id'?: (string);
  'moves'?: (number);
  '_approval_id'?: "approval_id";
}

export interface WaitingRecord__Output {
  'approval_id'?: (string);
  'moves': (number);
  '_approval_id'?: "approval_id";
}
