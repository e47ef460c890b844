// Original file: workflow/v1/workflow.proto


export interface MovedInstance {
  'move_json'?: (string);
}

export interface MovedInstance__Output {
  'move_json': (string);
}
