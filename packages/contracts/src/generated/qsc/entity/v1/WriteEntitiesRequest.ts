// Original file: entity/v1/entity.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';
import type { EntityWrite as _qsc_entity_v1_EntityWrite, EntityWrite__Output as _qsc_entity_v1_EntityWrite__Output } from '../../../qsc/entity/v1/EntityWrite.ts';

export interface WriteEntitiesRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'writes'?: (_qsc_entity_v1_EntityWrite)[];
}

export interface WriteEntitiesRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'writes': (_qsc_entity_v1_EntityWrite__Output)[];
}
