// Original file: audit/v1/audit.proto


export interface GetReviewStateRequest {
  'org_id'?: (string);
  'record_id'?: (string);
  'user_id'?: (string);
}

export interface GetReviewStateRequest__Output {
  'org_id': (string);
  'record_id': (string);
  'user_id': (string);
}
