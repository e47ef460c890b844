// Original file: workflow/v1/workflow.proto


export interface MovedRecord {
  'state'?: (string);
}

export interface MovedRecord__Output {
  'state': (string);
}
