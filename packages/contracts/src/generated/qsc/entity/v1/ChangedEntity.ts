// Original file: entity/v1/entity.proto

import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';
import type { Companion as _qsc_entity_v1_Companion, Companion__Output as _qsc_entity_v1_Companion__Output } from '../../../qsc/entity/v1/Companion.ts';

export interface ChangedEntity {
  'entity'?: (_qsc_entity_v1_Entity | null);
  'previous_state'?: (string);
  'companion'?: (_qsc_entity_v1_Companion | null);
  '_previous_state'?: "previous_state";
  '_companion'?: "companion";
}

export interface ChangedEntity__Output {
  'entity': (_qsc_entity_v1_Entity__Output | null);
  'previous_state'?: (string);
  'companion'?: (_qsc_entity_v1_Companion__Output | null);
  '_previous_state'?: "previous_state";
  '_companion'?: "companion";
}
