// Original file: record/v1/record.proto


export interface AppliedMove {
  'version'?: (number);
}

export interface AppliedMove__Output {
  'version': (number);
}
