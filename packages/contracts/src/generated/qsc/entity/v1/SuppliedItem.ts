// Original file: entity/v1/entity.proto

import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';

export interface SuppliedItem {
  'item'?: (_qsc_entity_v1_Entity | null);
  'relationship_attributes_json'?: (string);
}

export interface SuppliedItem__Output {
  'item': (_qsc_entity_v1_Entity__Output | null);
  'relationship_attributes_json': (string);
}
