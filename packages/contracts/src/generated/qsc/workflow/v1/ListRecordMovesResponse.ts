// Original file: workflow/v1/workflow.proto


export interface ListRecordMovesResponse {
  'moves_json'?: (string)[];
}

export interface ListRecordMovesResponse__Output {
  'moves_json': (string)[];
}
