// Original file: entity/v1/entity.proto


export interface Companion {
  'kind'?: (string);
  'record_json'?: (string);
}

export interface Companion__Output {
  'kind': (string);
  'record_json': (string);
}
