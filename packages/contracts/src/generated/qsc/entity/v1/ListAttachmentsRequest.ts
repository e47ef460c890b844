// Original file: entity/v1/entity.proto


export interface ListAttachmentsRequest {
  'org_id'?: (string);
  'record_id'?: (string);
}

export interface ListAttachmentsRequest__Output {
  'org_id': (string);
  'record_id': (string);
}
