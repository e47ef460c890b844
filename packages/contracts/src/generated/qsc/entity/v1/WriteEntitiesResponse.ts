// Original file: entity/v1/entity.proto

import type { WriteResult as _qsc_entity_v1_WriteResult, WriteResult__Output as _qsc_entity_v1_WriteResult__Output } from '../../../qsc/entity/v1/WriteResult.ts';

export interface WriteEntitiesResponse {
  'results'?: (_qsc_entity_v1_WriteResult)[];
}

export interface WriteEntitiesResponse__Output {
  'results': (_qsc_entity_v1_WriteResult__Output)[];
}
