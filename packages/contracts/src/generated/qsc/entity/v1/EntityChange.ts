// Original file: entity/v1/entity.proto


export interface EntityChange {
  'id'?: (string);
  'version'?: (number);
  'name'?: (string);
  'attributes_json'?: (string);
  '_version'?: "version";
  '_name'?: "name";
}

export interface EntityChange__Output {
  'id': (string);
  'version'?: (number);
  'name'?: (string);
  'attributes_json': (string);
  '_version'?: "version";
  '_name'?: "name";
}
