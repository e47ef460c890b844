// Original file: activity/v1/activity.proto


export interface ListChangesRequest {
  'org_id'?: (string);
  'from'?: (string);
  'to'?: (string);
}

export interface ListChangesRequest__Output {
  'org_id': (string);
  'from': (string);
  'to': (string);
}
