// Original file: record/v1/record.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';

export interface ReserveRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'id'?: (string);
  'transition_id'?: (string);
  'last_transition_id'?: (string);
  'to_state'?: (string);
  'data_json'?: (string);
  'by_owner'?: (boolean);
  'required_fields'?: (string)[];
  'with_attachments'?: (boolean);
  'acted_at'?: (string);
  '_to_state'?: "to_state";
}

export interface ReserveRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'id': (string);
  'transition_id': (string);
  'last_transition_id': (string);
  'to_state'?: (string);
  'data_json': (string);
  'by_owner': (boolean);
  'required_fields': (string)[];
  'with_attachments': (boolean);
  'acted_at': (string);
  '_to_state'?: "to_state";
}
