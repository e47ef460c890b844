import { newId } from '@qsc/contracts';
import { type Call, conflict } from '@qsc/service-kit/pure';
import { advance, type Decided, type Entity, nextVersion, type Relationship, requireSize } from '../entity/entity.ts';

/** The entity with one more relationship. Throws `conflict` when it has the same type and target already. */
export const addRelationship = (
  entity: Entity,
  relationship: Omit<Relationship, 'id'>,
  call: Call,
): Decided & { added: Relationship } => {
  const same = entity.relationships.find(
    (known) => known.type === relationship.type && known.target_id === relationship.target_id,
  );
  if (same)
    throw conflict('This entity has a relationship of the same type to the same target.', { relationship_id: same.id });
  const added = { id: newId('relationship'), ...relationship };
  const after = nextVersion(entity, { relationships: [...entity.relationships, added] }, call);
  requireSize(after);
  return { ...advance('updated', [entity, after], { call, action: 'update' }), added };
};

/** The entity without the relationship; null when it has none of that id. */
export const removeRelationship = (entity: Entity, relationshipId: string, call: Call): Decided | null => {
  const relationships = entity.relationships.filter((known) => known.id !== relationshipId);
  if (relationships.length === entity.relationships.length) return null;
  return advance('updated', [entity, nextVersion(entity, { relationships }, call)], { call, action: 'update' });
};
