// Original file: entity/v1/entity.proto

import type { LinkedEntity as _qsc_entity_v1_LinkedEntity, LinkedEntity__Output as _qsc_entity_v1_LinkedEntity__Output } from '../../../qsc/entity/v1/LinkedEntity.ts';
import type { Link as _qsc_entity_v1_Link, Link__Output as _qsc_entity_v1_Link__Output } from '../../../qsc/entity/v1/Link.ts';

export interface Neighbours {
  'entities'?: (_qsc_entity_v1_LinkedEntity)[];
  'links'?: (_qsc_entity_v1_Link)[];
}

export interface Neighbours__Output {
  'entities': (_qsc_entity_v1_LinkedEntity__Output)[];
  'links': (_qsc_entity_v1_Link__Output)[];
}
