// Original file: workflow/v1/workflow.proto


export interface SettledTransition {
  'transition_json'?: (string);
  '_transition_json'?: "transition_json";
}

export interface SettledTransition__Output {
  'transition_json'?: (string);
  '_transition_json'?: "transition_json";
}
