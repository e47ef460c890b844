// Original file: certificate/v1/certificate.proto

import type { CertifiedBatch as _qsc_certificate_v1_CertifiedBatch, CertifiedBatch__Output as _qsc_certificate_v1_CertifiedBatch__Output } from '../../../qsc/certificate/v1/CertifiedBatch.ts';

export interface Batches {
  'batches'?: (_qsc_certificate_v1_CertifiedBatch)[];
}

export interface Batches__Output {
  'batches': (_qsc_certificate_v1_CertifiedBatch__Output)[];
}
