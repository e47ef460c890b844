import type { Companion } from '@qsc/contracts/events';
import type { ChangedEntity__Output } from '@qsc/contracts/grpc/entity/v1/ChangedEntity';
import type { Entity__Output } from '@qsc/contracts/grpc/entity/v1/Entity';
import type { Entity } from './entity.ts';
import { currentState } from './state-guard.ts';

/** The entity as it goes between services. */
export const entityMessage = (entity: Entity): Entity__Output => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  attributes_json: JSON.stringify(entity.attributes),
  relationships: entity.relationships.map(({ id, type, target_id, attributes }) => ({
    id,
    type,
    target_id,
    attributes_json: JSON.stringify(attributes),
  })),
  version: entity.version,
  created_at: entity.created_at.toISOString(),
  updated_at: entity.updated_at.toISOString(),
  created_by: entity.created_by,
  org_id: entity.org_id,
  deleted: entity.deleted,
});

/** The answer to a command: the entity as it then stands, and what the caller needs to know of the change. */
export const changedMessage = (
  entity: Entity,
  { before, companion }: { before?: Entity | null; companion?: Companion | undefined },
): ChangedEntity__Output => {
  const state = before ? currentState(before.type, before.attributes) : null;
  return {
    entity: entityMessage(entity),
    ...(state === null ? {} : { previous_state: state }),
    ...(companion ? { companion: { kind: companion.kind, record_json: JSON.stringify(companion.record) } } : {}),
  };
};
