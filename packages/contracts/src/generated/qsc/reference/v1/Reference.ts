// Original file: reference/v1/reference.proto


export interface Reference {
  'type'?: (string);
  'id'?: (string);
  'name'?: (string);
}

export interface Reference__Output {
  'type': (string);
  'id': (string);
  'name': (string);
}
