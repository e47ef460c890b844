// Original file: entity/v1/entity.proto


export interface GetEntityRequest {
  'org_id'?: (string);
  'id'?: (string);
}

export interface GetEntityRequest__Output {
  'org_id': (string);
  'id': (string);
}
