// Original file: audit/v1/audit.proto


export interface HeldRecord {
  'held'?: (boolean);
}

export interface HeldRecord__Output {
  'held': (boolean);
}
