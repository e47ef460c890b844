// Original file: entity/v1/entity.proto


export interface ScanEntitiesRequest {
  'types'?: (string)[];
  'after_id'?: (string);
  'limit'?: (number);
  'org_id'?: (string);
  '_org_id'?: "org_id";
}

export interface ScanEntitiesRequest__Output {
  'types': (string)[];
  'after_id': (string);
  'limit': (number);
  'org_id'?: (string);
  '_org_id'?: "org_id";
}
