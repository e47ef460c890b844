// Original file: certificate/v1/certificate.proto


export interface ListSupplierCertificatesRequest {
  'org_id'?: (string);
  'supplier_id'?: (string);
  'types'?: (string)[];
  'statuses'?: (string)[];
  'page'?: (number);
  'per_page'?: (number);
  'sort'?: (string);
  'component_ids'?: (string)[];
}

export interface ListSupplierCertificatesRequest__Output {
  'org_id': (string);
  'supplier_id': (string);
  'types': (string)[];
  'statuses': (string)[];
  'page': (number);
  'per_page': (number);
  'sort': (string);
  'component_ids': (string)[];
}
