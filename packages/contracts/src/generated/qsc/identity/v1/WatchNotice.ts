// Original file: identity/v1/identity.proto

import type { Snapshot as _qsc_identity_v1_Snapshot, Snapshot__Output as _qsc_identity_v1_Snapshot__Output } from '../../../qsc/identity/v1/Snapshot.ts';
import type { Heartbeat as _qsc_identity_v1_Heartbeat, Heartbeat__Output as _qsc_identity_v1_Heartbeat__Output } from '../../../qsc/identity/v1/Heartbeat.ts';
import type { Revocation as _qsc_identity_v1_Revocation, Revocation__Output as _qsc_identity_v1_Revocation__Output } from '../../../qsc/identity/v1/Revocation.ts';
import type { OrganizationChanged as _qsc_identity_v1_OrganizationChanged, OrganizationChanged__Output as _qsc_identity_v1_OrganizationChanged__Output } from '../../../qsc/identity/v1/OrganizationChanged.ts';
import type { KeysChanged as _qsc_identity_v1_KeysChanged, KeysChanged__Output as _qsc_identity_v1_KeysChanged__Output } from '../../../qsc/identity/v1/KeysChanged.ts';

export interface WatchNotice {
  'snapshot'?: (_qsc_identity_v1_Snapshot | null);
  'heartbeat'?: (_qsc_identity_v1_Heartbeat | null);
  'revocation'?: (_qsc_identity_v1_Revocation | null);
  'organization_changed'?: (_qsc_identity_v1_OrganizationChanged | null);
  'keys_changed'?: (_qsc_identity_v1_KeysChanged | null);
  'notice'?: "snapshot"|"heartbeat"|"revocation"|"organization_changed"|"keys_changed";
}

export interface WatchNotice__Output {
  'snapshot'?: (_qsc_identity_v1_Snapshot__Output | null);
  'heartbeat'?: (_qsc_identity_v1_Heartbeat__Output | null);
  'revocation'?: (_qsc_identity_v1_Revocation__Output | null);
  'organization_changed'?: (_qsc_identity_v1_OrganizationChanged__Output | null);
  'keys_changed'?: (_qsc_identity_v1_KeysChanged__Output | null);
  'notice'?: "snapshot"|"heartbeat"|"revocation"|"organization_changed"|"keys_changed";
}
