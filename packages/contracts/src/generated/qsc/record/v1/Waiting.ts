// Original file: record/v1/record.proto


export interface Waiting {
  'approval_id'?: (string);
  'move'?: (number);
}

export interface Waiting__Output {
  'approval_id': (string);
  'move': (number);
}
