// Original file: search/v1/search.proto


export interface SearchRequest {
  'org_id'?: (string);
  'query'?: (string);
}

export interface SearchRequest__Output {
  'org_id': (string);
  'query': (string);
}
