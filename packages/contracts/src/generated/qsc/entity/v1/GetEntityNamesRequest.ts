// Original file: entity/v1/entity.proto


export interface GetEntityNamesRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
}

export interface GetEntityNamesRequest__Output {
  'org_id': (string);
  'ids': (string)[];
}
