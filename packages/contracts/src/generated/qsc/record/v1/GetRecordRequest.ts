// Original file: record/v1/record.proto

import type { Move as _qsc_record_v1_Move, Move__Output as _qsc_record_v1_Move__Output } from '../../../qsc/record/v1/Move.ts';

export interface GetRecordRequest {
  'org_id'?: (string);
  'id'?: (string);
  'move'?: (_qsc_record_v1_Move | null);
  'record_moves'?: (number);
  '_move'?: "move";
}

export interface GetRecordRequest__Output {
  'org_id': (string);
  'id': (string);
  'move'?: (_qsc_record_v1_Move__Output | null);
  'record_moves': (number);
  '_move'?: "move";
}
