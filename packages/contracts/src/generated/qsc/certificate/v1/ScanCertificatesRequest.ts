// Original file: certificate/v1/certificate.proto


export interface ScanCertificatesRequest {
  'after_id'?: (string);
  'limit'?: (number);
}

export interface ScanCertificatesRequest__Output {
  'after_id': (string);
  'limit': (number);
}
