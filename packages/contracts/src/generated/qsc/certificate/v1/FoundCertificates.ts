// Original file: certificate/v1/certificate.proto


export interface FoundCertificates {
  'ids'?: (string)[];
}

export interface FoundCertificates__Output {
  'ids': (string)[];
}
