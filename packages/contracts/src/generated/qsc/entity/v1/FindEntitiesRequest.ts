// Original file: entity/v1/entity.proto


export interface FindEntitiesRequest {
  'org_id'?: (string);
  'type'?: (string);
  'field'?: (string);
  'values'?: (string)[];
}

export interface FindEntitiesRequest__Output {
  'org_id': (string);
  'type': (string);
  'field': (string);
  'values': (string)[];
}
