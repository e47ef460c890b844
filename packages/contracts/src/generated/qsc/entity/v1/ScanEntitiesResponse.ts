// Original file: entity/v1/entity.proto

import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';

export interface ScanEntitiesResponse {
  'entities'?: (_qsc_entity_v1_Entity)[];
}

export interface ScanEntitiesResponse__Output {
  'entities': (_qsc_entity_v1_Entity__Output)[];
}
