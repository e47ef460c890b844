// Original file: entity/v1/entity.proto


export interface ReadDocumentsRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
}

export interface ReadDocumentsRequest__Output {
  'org_id': (string);
  'ids': (string)[];
}
