// Original file: entity/v1/entity.proto


export interface NewEntity {
  'name'?: (string);
  'attributes_json'?: (string);
}

export interface NewEntity__Output {
  'name': (string);
  'attributes_json': (string);
}
