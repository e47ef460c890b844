// Original file: entity/v1/entity.proto


export interface RefusedWrite {
  'code'?: (string);
  'message'?: (string);
  'details_json'?: (string);
}

export interface RefusedWrite__Output {
  'code': (string);
  'message': (string);
  'details_json': (string);
}
