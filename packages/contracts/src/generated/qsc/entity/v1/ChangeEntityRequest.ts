// Original file: entity/v1/entity.proto

import type { Command as _qsc_mesh_v1_Command, Command__Output as _qsc_mesh_v1_Command__Output } from '../../../qsc/mesh/v1/Command.ts';
import type { Companion as _qsc_entity_v1_Companion, Companion__Output as _qsc_entity_v1_Companion__Output } from '../../../qsc/entity/v1/Companion.ts';

export interface ChangeEntityRequest {
  'command'?: (_qsc_mesh_v1_Command | null);
  'id'?: (string);
  'type'?: (string);
  'name'?: (string);
  'attributes_json'?: (string);
  'transition_to'?: (string);
  'companion'?: (_qsc_entity_v1_Companion | null);
  '_name'?: "name";
  '_transition_to'?: "transition_to";
  '_companion'?: "companion";
}

export interface ChangeEntityRequest__Output {
  'command': (_qsc_mesh_v1_Command__Output | null);
  'id': (string);
  'type': (string);
  'name'?: (string);
  'attributes_json': (string);
  'transition_to'?: (string);
  'companion'?: (_qsc_entity_v1_Companion__Output | null);
  '_name'?: "name";
  '_transition_to'?: "transition_to";
  '_companion'?: "companion";
}
