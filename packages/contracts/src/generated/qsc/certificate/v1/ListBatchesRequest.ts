// Original file: certificate/v1/certificate.proto


export interface ListBatchesRequest {
  'org_id'?: (string);
  'component_ids'?: (string)[];
  'supplier_ids'?: (string)[];
}

export interface ListBatchesRequest__Output {
  'org_id': (string);
  'component_ids': (string)[];
  'supplier_ids': (string)[];
}
