import { type Changes, entityEvents } from '@qsc/contracts/events';
import { type Call, makeEvent, type Organizations, type UnitOfWork } from '@qsc/service-kit';
import type { EntityStore } from './entity.store.ts';
import type { Entity } from './entity.ts';
import { requireEntity } from './entity-writer.ts';

/** The entity, and its reading where the organisation records that. Throws `not_found`. */
export type ReadRecorded = (id: string, call: Call) => Promise<Entity>;

const readEvent = (entity: Entity, call: Call) =>
  makeEvent(entityEvents.read, call, {
    audit: {
      action: 'read',
      entity_type: entity.type,
      entity_id: entity.id,
      entity_name: entity.name,
      entity_version: entity.version,
      changes: {} as Changes,
    },
    record: { id: entity.id, type: entity.type, version: entity.version },
  });

type Parts = {
  store: EntityStore;
  organizations: Pick<Organizations, 'get'>;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
};

/** Every single read goes through it: of the entity, its history and its relationships. */
export const makeReadRecorded =
  ({ store, organizations, unitOfWork }: Parts): ReadRecorded =>
  async (id, call) => {
    const entity = await requireEntity(store, id, call);
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (recorded_reads.includes(entity.type)) await unitOfWork.commit([], [readEvent(entity, call)]);
    return entity;
  };
