// Original file: record/v1/record.proto


export interface Move {
  'to_state'?: (string);
  'data_json'?: (string);
}

export interface Move__Output {
  'to_state': (string);
  'data_json': (string);
}
