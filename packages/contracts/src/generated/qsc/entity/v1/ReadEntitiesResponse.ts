// Original file: entity/v1/entity.proto

import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';

export interface ReadEntitiesResponse {
  'entities'?: (_qsc_entity_v1_Entity)[];
}

export interface ReadEntitiesResponse__Output {
  'entities': (_qsc_entity_v1_Entity__Output)[];
}
