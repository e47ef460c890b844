// Original file: entity/v1/entity.proto


export interface ReadEntitiesRequest {
  'org_id'?: (string);
  'type'?: (string);
  'ids'?: (string)[];
}

export interface ReadEntitiesRequest__Output {
  'org_id': (string);
  'type': (string);
  'ids': (string)[];
}
