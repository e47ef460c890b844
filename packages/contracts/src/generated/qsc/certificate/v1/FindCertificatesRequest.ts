// Original file: certificate/v1/certificate.proto


export interface FindCertificatesRequest {
  'org_id'?: (string);
  'ids'?: (string)[];
}

export interface FindCertificatesRequest__Output {
  'org_id': (string);
  'ids': (string)[];
}
