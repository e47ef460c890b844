// Original file: certificate/v1/certificate.proto


export interface ListSupplierCertificatesResponse {
  'certificates_json'?: (string)[];
  'total'?: (number);
}

export interface ListSupplierCertificatesResponse__Output {
  'certificates_json': (string)[];
  'total': (number);
}
