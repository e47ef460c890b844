// Original file: workflow/v1/workflow.proto


export interface RecordTransition {
  'transition_json'?: (string);
}

export interface RecordTransition__Output {
  'transition_json': (string);
}
