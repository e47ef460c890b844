// Original file: entity/v1/entity.proto


export interface Link {
  'source_id'?: (string);
  'target_id'?: (string);
  'type'?: (string);
}

export interface Link__Output {
  'source_id': (string);
  'target_id': (string);
  'type': (string);
}
