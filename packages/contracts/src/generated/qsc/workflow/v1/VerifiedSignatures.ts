// Original file: workflow/v1/workflow.proto

import type { VerifiedSignature as _qsc_workflow_v1_VerifiedSignature, VerifiedSignature__Output as _qsc_workflow_v1_VerifiedSignature__Output } from '../../../qsc/workflow/v1/VerifiedSignature.ts';

export interface VerifiedSignatures {
  'signatures'?: (_qsc_workflow_v1_VerifiedSignature)[];
}

export interface VerifiedSignatures__Output {
  'signatures': (_qsc_workflow_v1_VerifiedSignature__Output)[];
}
