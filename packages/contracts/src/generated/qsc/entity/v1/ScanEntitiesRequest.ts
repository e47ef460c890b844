// Original file: entity/v1/entity.proto


export interface ScanEntitiesRequest {
  'types'?: (string)[];
  'after_id'?: (string);
  'limit'?: (number);
}

export interface ScanEntitiesRequest__Output {
  'types': (string)[];
  'after_id': (string);
  'limit': (number);
}
