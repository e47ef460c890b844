// Original file: workflow/v1/workflow.proto


export interface Refusal {
  'code'?: (string);
  'message'?: (string);
  'details_json'?: (string);
}

export interface Refusal__Output {
  'code': (string);
  'message': (string);
  'details_json': (string);
}
