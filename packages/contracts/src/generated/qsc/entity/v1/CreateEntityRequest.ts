// Original file: entity/v1/entity.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';

export interface CreateEntityRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'type'?: (string);
  'name'?: (string);
  'attributes_json'?: (string);
}

export interface CreateEntityRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'type': (string);
  'name': (string);
  'attributes_json': (string);
}
