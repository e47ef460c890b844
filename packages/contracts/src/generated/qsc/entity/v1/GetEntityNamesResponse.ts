// Original file: entity/v1/entity.proto

import type { EntityName as _qsc_entity_v1_EntityName, EntityName__Output as _qsc_entity_v1_EntityName__Output } from '../../../qsc/entity/v1/EntityName.ts';

export interface GetEntityNamesResponse {
  'names'?: (_qsc_entity_v1_EntityName)[];
}

export interface GetEntityNamesResponse__Output {
  'names': (_qsc_entity_v1_EntityName__Output)[];
}
