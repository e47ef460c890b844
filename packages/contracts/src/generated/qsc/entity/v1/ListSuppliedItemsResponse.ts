// Original file: entity/v1/entity.proto

import type { SuppliedItem as _qsc_entity_v1_SuppliedItem, SuppliedItem__Output as _qsc_entity_v1_SuppliedItem__Output } from '../../../qsc/entity/v1/SuppliedItem.ts';

export interface ListSuppliedItemsResponse {
  'items'?: (_qsc_entity_v1_SuppliedItem)[];
}

export interface ListSuppliedItemsResponse__Output {
  'items': (_qsc_entity_v1_SuppliedItem__Output)[];
}
