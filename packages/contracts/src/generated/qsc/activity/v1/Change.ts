// Original file: activity/v1/activity.proto


export interface Change {
  'record_id'?: (string);
  'version'?: (number);
  'at'?: (string);
}

export interface Change__Output {
  'record_id': (string);
  'version': (number);
  'at': (string);
}
