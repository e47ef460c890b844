// Original file: audit/v1/audit.proto


export interface ReviewState {
  'latest_change_reviewed'?: (boolean);
  'unreviewed_entry_ids'?: (string)[];
}

export interface ReviewState__Output {
  'latest_change_reviewed': (boolean);
  'unreviewed_entry_ids': (string)[];
}
