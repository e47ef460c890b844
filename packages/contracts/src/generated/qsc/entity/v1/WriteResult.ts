// Original file: entity/v1/entity.proto

import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';
import type { RefusedWrite as _qsc_entity_v1_RefusedWrite, RefusedWrite__Output as _qsc_entity_v1_RefusedWrite__Output } from '../../../qsc/entity/v1/RefusedWrite.ts';

export interface WriteResult {
  'entity'?: (_qsc_entity_v1_Entity | null);
  'refused'?: (_qsc_entity_v1_RefusedWrite | null);
  'result'?: "entity"|"refused";
}

export interface WriteResult__Output {
  'entity'?: (_qsc_entity_v1_Entity__Output | null);
  'refused'?: (_qsc_entity_v1_RefusedWrite__Output | null);
  'result'?: "entity"|"refused";
}
