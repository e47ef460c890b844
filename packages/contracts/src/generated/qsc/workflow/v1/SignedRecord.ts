// Original file: workflow/v1/workflow.proto


export interface SignedRecord {
  'signed'?: (boolean);
}

export interface SignedRecord__Output {
  'signed': (boolean);
}
