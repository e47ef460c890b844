// Original file: entity/v1/entity.proto

import type { Relationship as _qsc_entity_v1_Relationship, Relationship__Output as _qsc_entity_v1_Relationship__Output } from '../../../qsc/entity/v1/Relationship.ts';

export interface Entity {
  'id'?: (string);
  'type'?: (string);
  'name'?: (string);
  'attributes_json'?: (string);
  'relationships'?: (_qsc_entity_v1_Relationship)[];
  'version'?: (number);
  'created_at'?: (string);
  'updated_at'?: (string);
  'created_by'?: (string);
  'org_id'?: (string);
  'deleted'?: (boolean);
}

export interface Entity__Output {
  'id': (string);
  'type': (string);
  'name': (string);
  'attributes_json': (string);
  'relationships': (_qsc_entity_v1_Relationship__Output)[];
  'version': (number);
  'created_at': (string);
  'updated_at': (string);
  'created_by': (string);
  'org_id': (string);
  'deleted': (boolean);
}
