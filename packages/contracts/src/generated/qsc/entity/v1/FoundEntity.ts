// Original file: entity/v1/entity.proto


export interface FoundEntity {
  'value'?: (string);
  'id'?: (string);
}

export interface FoundEntity__Output {
  'value': (string);
  'id': (string);
}
