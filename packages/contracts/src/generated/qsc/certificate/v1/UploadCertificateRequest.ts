// Original file: certificate/v1/certificate.proto

import type { NewUpload as _qsc_certificate_v1_NewUpload, NewUpload__Output as _qsc_certificate_v1_NewUpload__Output } from '../../../qsc/certificate/v1/NewUpload.ts';

export interface UploadCertificateRequest {
  'upload'?: (_qsc_certificate_v1_NewUpload | null);
  'content'?: (Buffer | Uint8Array | string);
  'part'?: "upload"|"content";
}

export interface UploadCertificateRequest__Output {
  'upload'?: (_qsc_certificate_v1_NewUpload__Output | null);
  'content'?: (Buffer);
  'part'?: "upload"|"content";
}
