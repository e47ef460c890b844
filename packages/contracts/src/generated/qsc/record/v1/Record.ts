// Original file: record/v1/record.proto


export interface Record {
  'id'?: (string);
  'type'?: (string);
  'name'?: (string);
  'version'?: (number);
  'content_json'?: (string);
  'facts_json'?: (string);
  'created_by'?: (string);
  'due_date'?: (string);
  'changed'?: (boolean);
  'related_ids'?: (string)[];
  '_due_date'?: "due_date";
}

export interface Record__Output {
  'id': (string);
  'type': (string);
  'name': (string);
  'version': (number);
  'content_json': (string);
  'facts_json': (string);
  'created_by': (string);
  'due_date'?: (string);
  'changed': (boolean);
  'related_ids': (string)[];
  '_due_date'?: "due_date";
}
