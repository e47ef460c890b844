// Original file: workflow/v1/workflow.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';

export interface TransitionRecordRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'record_id'?: (string);
  'to_state'?: (string);
  'data_json'?: (string);
  'by_owner'?: (boolean);
  'acted_at'?: (string);
  '_acted_at'?: "acted_at";
}

export interface TransitionRecordRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'record_id': (string);
  'to_state': (string);
  'data_json': (string);
  'by_owner': (boolean);
  'acted_at'?: (string);
  '_acted_at'?: "acted_at";
}
