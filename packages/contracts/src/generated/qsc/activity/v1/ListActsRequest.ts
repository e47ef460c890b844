// Original file: activity/v1/activity.proto


export interface ListActsRequest {
  'org_id'?: (string);
  'from'?: (string);
  'to'?: (string);
}

export interface ListActsRequest__Output {
  'org_id': (string);
  'from': (string);
  'to': (string);
}
