// Original file: entity/v1/entity.proto


export interface Relationship {
  'id'?: (string);
  'type'?: (string);
  'target_id'?: (string);
  'attributes_json'?: (string);
}

export interface Relationship__Output {
  'id': (string);
  'type': (string);
  'target_id': (string);
  'attributes_json': (string);
}
