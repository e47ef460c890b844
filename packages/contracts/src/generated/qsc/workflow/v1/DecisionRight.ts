// Original file: workflow/v1/workflow.proto


export interface DecisionRight {
  'may_decide'?: (boolean);
}

export interface DecisionRight__Output {
  'may_decide': (boolean);
}
