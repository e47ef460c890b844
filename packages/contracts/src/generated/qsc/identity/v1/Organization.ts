// Original file: identity/v1/identity.proto


export interface Organization {
  'id'?: (string);
  'name'?: (string);
  'tier'?: (string);
  'requests_per_minute'?: (number);
  'burst'?: (number);
  'strict_mode'?: (boolean);
  'recorded_reads'?: (string)[];
  'sandbox'?: (boolean);
  'time_zone'?: (string);
  'audit_review_interval_days'?: (number);
}

export interface Organization__Output {
  'id': (string);
  'name': (string);
  'tier': (string);
  'requests_per_minute': (number);
  'burst': (number);
  'strict_mode': (boolean);
  'recorded_reads': (string)[];
  'sandbox': (boolean);
  'time_zone': (string);
  'audit_review_interval_days': (number);
}
