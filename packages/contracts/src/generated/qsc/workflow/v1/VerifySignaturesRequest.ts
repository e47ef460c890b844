// Original file: workflow/v1/workflow.proto


export interface VerifySignaturesRequest {
  'org_id'?: (string);
  'from'?: (string);
  'to'?: (string);
}

export interface VerifySignaturesRequest__Output {
  'org_id': (string);
  'from': (string);
  'to': (string);
}
