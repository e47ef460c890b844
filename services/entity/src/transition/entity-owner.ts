import type { TransitionSnapshot } from '@qsc/contracts/events';
import type { Record as RecordMessage } from '@qsc/contracts/grpc/record/v1/Record';
import {
  notFound,
  parsePart,
  type RecordOwner,
  type Reservations,
  requireFields,
  requireMatch,
  systemCall,
} from '@qsc/service-kit';
import { PatchEntity, Entity as ShownEntity } from '../entity/entity.schemas.ts';
import type { EntityStore } from '../entity/entity.store.ts';
import { type Entity, patchEntity } from '../entity/entity.ts';
import { applyTransition, changesEntity, requireUnprotected, type TransitionData } from './transition.ts';

/** What a signature is bound to (decisions, "Signatures"): the GET data without what changes by itself. */
const Content = ShownEntity.omit({ version: true, updated_at: true });

const recordMessage = (entity: Entity, changed: boolean): RecordMessage => ({
  id: entity.id,
  type: entity.type,
  name: entity.name,
  version: entity.version,
  content_json: JSON.stringify(Content.parse(entity)),
  facts_json: '{}',
  created_by: entity.created_by,
  changed,
  related_ids: [...new Set(entity.relationships.map(({ target_id }) => target_id))],
});

/** The entity with what a transition brings, and whether that changes it. Throws `validation_failed`. */
const afterTransition = (entity: Entity, data: TransitionData, now: Date): { entity: Entity; changed: boolean } => {
  if (!changesEntity(entity, data)) return { entity, changed: false };
  requireUnprotected(entity.type, data);
  return { entity: patchEntity(entity, data, systemCall(entity.org_id, now)).entity, changed: true };
};

/** Entities as records of workflows (proto/record/v1). Their content may change while an approval waits: its hash is compared. */
export const makeEntityOwner = (reservations: Reservations<Entity>): RecordOwner<Entity> => ({
  reservations,

  async show(entity, { id }) {
    if (!entity || entity.deleted) throw notFound('entity', id);
    return recordMessage(entity, false);
  },

  async check(before, { toState, data, requiredFields, call }) {
    if (before.deleted) throw notFound('entity', before.id);
    if (toState === null) return { patch: {}, answer: recordMessage(before, false) };
    requireFields(toState, requiredFields, { data, content: Content.parse(before) });
    const patch = parsePart(PatchEntity, data, 'data') as TransitionData;
    const { entity, changed } = afterTransition(before, patch, call.now);
    requireMatch(call, before.version);
    return { patch, answer: recordMessage(entity, changed) };
  },
});

/** How entities are reserved and apply transitions. */
export const entityTransitions = (store: Pick<EntityStore, 'find' | 'changes' | 'write'>) => ({
  what: 'entity',
  find: store.find,
  write: store.write,
  applyTo(before: Entity, transition: TransitionSnapshot) {
    const decided = applyTransition(before, transition);
    const changes = decided.history
      ? store.changes(before, decided, transition.act.request_id)
      : store.write(before, decided.entity);
    return { changes, events: decided.events };
  },
});
