// Original file: certificate/v1/certificate.proto

import type { ScannedCertificate as _qsc_certificate_v1_ScannedCertificate, ScannedCertificate__Output as _qsc_certificate_v1_ScannedCertificate__Output } from '../../../qsc/certificate/v1/ScannedCertificate.ts';

export interface ScanCertificatesResponse {
  'certificates'?: (_qsc_certificate_v1_ScannedCertificate)[];
}

export interface ScanCertificatesResponse__Output {
  'certificates': (_qsc_certificate_v1_ScannedCertificate__Output)[];
}
