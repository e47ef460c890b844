// Original file: workflow/v1/workflow.proto


export interface ListRecordMovesRequest {
  'org_id'?: (string);
  'record_id'?: (string);
  'after_record_move'?: (number);
}

export interface ListRecordMovesRequest__Output {
  'org_id': (string);
  'record_id': (string);
  'after_record_move': (number);
}
