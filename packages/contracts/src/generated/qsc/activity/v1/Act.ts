// Original file: activity/v1/activity.proto


export interface Act {
  'event_id'?: (string);
  'at'?: (string);
  'confirmed_at'?: (string);
}

export interface Act__Output {
  'event_id': (string);
  'at': (string);
  'confirmed_at': (string);
}
