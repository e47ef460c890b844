// Original file: workflow/v1/workflow.proto


export interface RecordState {
  'state'?: (string);
}

export interface RecordState__Output {
  'state': (string);
}
