// Original file: copy/v1/copy.proto


export interface RecordCopy {
  'record_json'?: (string);
  'parts_json'?: ({[key: string]: string});
}

export interface RecordCopy__Output {
  'record_json': (string);
  'parts_json': ({[key: string]: string});
}
