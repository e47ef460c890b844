// Original file: record/v1/record.proto


export interface ApplyMoveRequest {
  'org_id'?: (string);
  'move_json'?: (string);
}

export interface ApplyMoveRequest__Output {
  'org_id': (string);
  'move_json': (string);
}
