// Original file: entity/v1/entity.proto


export interface LinkedEntity {
  'id'?: (string);
  'type'?: (string);
  'name'?: (string);
  'attributes_json'?: (string);
}

export interface LinkedEntity__Output {
  'id': (string);
  'type': (string);
  'name': (string);
  'attributes_json': (string);
}
