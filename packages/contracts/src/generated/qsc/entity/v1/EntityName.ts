// Original file: entity/v1/entity.proto


export interface EntityName {
  'id'?: (string);
  'type'?: (string);
  'name'?: (string);
}

export interface EntityName__Output {
  'id': (string);
  'type': (string);
  'name': (string);
}
