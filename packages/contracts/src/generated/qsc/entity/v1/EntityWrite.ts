// Original file: entity/v1/entity.proto

import type { NewEntity as _qsc_entity_v1_NewEntity, NewEntity__Output as _qsc_entity_v1_NewEntity__Output } from '../../../qsc/entity/v1/NewEntity.ts';
import type { EntityChange as _qsc_entity_v1_EntityChange, EntityChange__Output as _qsc_entity_v1_EntityChange__Output } from '../../../qsc/entity/v1/EntityChange.ts';
import type { EntityRemoval as _qsc_entity_v1_EntityRemoval, EntityRemoval__Output as _qsc_entity_v1_EntityRemoval__Output } from '../../../qsc/entity/v1/EntityRemoval.ts';

export interface EntityWrite {
  'command_id'?: (string);
  'type'?: (string);
  'create'?: (_qsc_entity_v1_NewEntity | null);
  'change'?: (_qsc_entity_v1_EntityChange | null);
  'remove'?: (_qsc_entity_v1_EntityRemoval | null);
  'write'?: "create"|"change"|"remove";
}

export interface EntityWrite__Output {
  'command_id': (string);
  'type': (string);
  'create'?: (_qsc_entity_v1_NewEntity__Output | null);
  'change'?: (_qsc_entity_v1_EntityChange__Output | null);
  'remove'?: (_qsc_entity_v1_EntityRemoval__Output | null);
  'write'?: "create"|"change"|"remove";
}
