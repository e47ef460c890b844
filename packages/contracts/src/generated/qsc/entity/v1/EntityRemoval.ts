// Original file: entity/v1/entity.proto


export interface EntityRemoval {
  'id'?: (string);
  'version'?: (number);
  '_version'?: "version";
}

export interface EntityRemoval__Output {
  'id': (string);
  'version'?: (number);
  '_version'?: "version";
}
