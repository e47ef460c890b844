// Original file: quality/v1/quality.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';

export interface ChangeQualityEventRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'id'?: (string);
  'patch_json'?: (string);
}

export interface ChangeQualityEventRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'id': (string);
  'patch_json': (string);
}
