// Original file: quality/v1/quality.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';

export interface CreateQualityEventRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'input_json'?: (string);
}

export interface CreateQualityEventRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'input_json': (string);
}
