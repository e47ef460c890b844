// Original file: activity/v1/activity.proto

import type { Change as _qsc_activity_v1_Change, Change__Output as _qsc_activity_v1_Change__Output } from '../../../qsc/activity/v1/Change.ts';

export interface Changes {
  'changes'?: (_qsc_activity_v1_Change)[];
}

export interface Changes__Output {
  'changes': (_qsc_activity_v1_Change__Output)[];
}
