// Original file: workflow/v1/workflow.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';
import type { Record as _qsc_record_v1_Record, Record__Output as _qsc_record_v1_Record__Output } from '../../../qsc/record/v1/Record.ts';
import type { Refusal as _qsc_workflow_v1_Refusal, Refusal__Output as _qsc_workflow_v1_Refusal__Output } from '../../../qsc/workflow/v1/Refusal.ts';

export interface MoveInstanceRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'to_state'?: (string);
  'data_json'?: (string);
  'record'?: (_qsc_record_v1_Record | null);
  'refusal'?: (_qsc_workflow_v1_Refusal | null);
  'acted_at'?: (string);
  '_acted_at'?: "acted_at";
}

export interface MoveInstanceRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'to_state': (string);
  'data_json': (string);
  'record': (_qsc_record_v1_Record__Output | null);
  'refusal': (_qsc_workflow_v1_Refusal__Output | null);
  'acted_at'?: (string);
  '_acted_at'?: "acted_at";
}
