// Original file: certificate/v1/certificate.proto


export interface ScannedCertificate {
  'org_id'?: (string);
  'snapshot_json'?: (string);
}

export interface ScannedCertificate__Output {
  'org_id': (string);
  'snapshot_json': (string);
}
