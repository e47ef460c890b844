// Original file: record/v1/record.proto

import type { Move as _qsc_record_v1_Move, Move__Output as _qsc_record_v1_Move__Output } from '../../../qsc/record/v1/Move.ts';
import type { Waiting as _qsc_record_v1_Waiting, Waiting__Output as _qsc_record_v1_Waiting__Output } from '../../../qsc/record/v1/Waiting.ts';

export interface GetRecordRequest {
  'org_id'?: (string);
  'id'?: (string);
  'move'?: (_qsc_record_v1_Move | null);
  'record_moves'?: (number);
  'waiting'?: (_qsc_record_v1_Waiting | null);
  'commits'?: (boolean);
  'required_fields'?: (string)[];
  'with_attachments'?: (boolean);
  '_move'?: "move";
  '_waiting'?: "waiting";
}

export interface GetRecordRequest__Output {
  'org_id': (string);
  'id': (string);
  'move'?: (_qsc_record_v1_Move__Output | null);
  'record_moves': (number);
  'waiting'?: (_qsc_record_v1_Waiting__Output | null);
  'commits': (boolean);
  'required_fields': (string)[];
  'with_attachments': (boolean);
  '_move'?: "move";
  '_waiting'?: "waiting";
}
