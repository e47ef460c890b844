// Original file: certificate/v1/certificate.proto


export interface UploadedCertificate {
  'certificate_json'?: (string);
}

export interface UploadedCertificate__Output {
  'certificate_json': (string);
}
