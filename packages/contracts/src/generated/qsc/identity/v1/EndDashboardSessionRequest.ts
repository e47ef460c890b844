// Original file: identity/v1/identity.proto

import type { Sender as _qsc_identity_v1_Sender, Sender__Output as _qsc_identity_v1_Sender__Output } from '../../../qsc/identity/v1/Sender.ts';

export interface EndDashboardSessionRequest {
  'cookie'?: (string);
  'sender'?: (_qsc_identity_v1_Sender | null);
}

export interface EndDashboardSessionRequest__Output {
  'cookie': (string);
  'sender': (_qsc_identity_v1_Sender__Output | null);
}
