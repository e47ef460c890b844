// Original file: activity/v1/activity.proto

import type { Act as _qsc_activity_v1_Act, Act__Output as _qsc_activity_v1_Act__Output } from '../../../qsc/activity/v1/Act.ts';

export interface Acts {
  'acts'?: (_qsc_activity_v1_Act)[];
  'complete_since'?: (string);
}

export interface Acts__Output {
  'acts': (_qsc_activity_v1_Act__Output)[];
  'complete_since': (string);
}
