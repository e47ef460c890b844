// Original file: entity/v1/entity.proto

import type { FoundEntity as _qsc_entity_v1_FoundEntity, FoundEntity__Output as _qsc_entity_v1_FoundEntity__Output } from '../../../qsc/entity/v1/FoundEntity.ts';

export interface FindEntitiesResponse {
  'found'?: (_qsc_entity_v1_FoundEntity)[];
}

export interface FindEntitiesResponse__Output {
  'found': (_qsc_entity_v1_FoundEntity__Output)[];
}
