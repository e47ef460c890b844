// Original file: entity/v1/entity.proto


export interface ListNeighboursRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
  'types'?: (string)[];
  'attributes'?: (string)[];
  'include_asked'?: (boolean);
}

export interface ListNeighboursRequest__Output {
  'org_id': (string);
  'ids': (string)[];
  'types': (string)[];
  'attributes': (string)[];
  'include_asked': (boolean);
}
