// Original file: search/v1/search.proto


export interface Hit {
  'type'?: (string);
  'id'?: (string);
  'title'?: (string);
  'subtitle'?: (string);
  'status'?: (string);
  '_subtitle'?: "subtitle";
  '_status'?: "status";
}

export interface Hit__Output {
  'type': (string);
  'id': (string);
  'title': (string);
  'subtitle'?: (string);
  'status'?: (string);
  '_subtitle'?: "subtitle";
  '_status'?: "status";
}
