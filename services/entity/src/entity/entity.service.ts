import { type Changes, entityEvents } from '@qsc/contracts/events';
import {
  type Call,
  invalidField,
  makeEvent,
  notFound,
  type Organizations,
  type PageOf,
  pageMeta,
  requireMatch,
  skipOf,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { CreateEntity, EntityListQuery, RelationshipInput } from './entity.schemas.ts';
import type { EntityName, EntityStore } from './entity.store.ts';
import {
  createEntity,
  type Decided,
  type Entity,
  type HistoryRecord,
  type NewEntity,
  patchEntity,
  purgeEntity,
  restoreEntity,
  softDeleteEntity,
} from './entity.ts';

/** An entity whose relationships may carry the names of their targets. */
export type NamedEntity = Omit<Entity, 'relationships'> & {
  relationships: (Entity['relationships'][number] & { target_name?: string | null })[];
};

export type EntityService = {
  create(input: CreateEntity, call: Call): Promise<Entity>;
  read(id: string, include: string | undefined, call: Call): Promise<NamedEntity>;
  list(orgId: string, query: EntityListQuery): Promise<PageOf<Entity>>;
  patch(
    id: string,
    patch: { name?: string | undefined; attributes?: Record<string, unknown> | undefined },
    call: Call,
  ): Promise<Entity>;
  remove(id: string, hard: boolean, call: Call): Promise<void>;
  restore(id: string, call: Call): Promise<Entity>;
  history(
    id: string,
    query: { page: number; per_page: number; sort: string },
    call: Call,
  ): Promise<PageOf<HistoryRecord>>;
};

export type EntityParts = {
  store: EntityStore;
  list: (orgId: string, query: EntityListQuery) => Promise<PageOf<Entity>>;
  unitOfWork: UnitOfWork;
  organizations: Pick<Organizations, 'get'>;
};

/** The entity, unless it is unknown, another organisation's or soft-deleted. Throws `not_found`. */
export const requireEntity = async (store: EntityStore, id: string, call: Call): Promise<Entity> => {
  const entity = await store.find(call.actor.org_id, id);
  if (!entity || entity.deleted) throw notFound('entity', id);
  return entity;
};

/** What a caller sends for a new entity, with what was left out filled in. */
export const toNewEntity = (input: CreateEntity): NewEntity => ({
  type: input.type,
  name: input.name,
  attributes: input.attributes ?? {},
  relationships: (input.relationships ?? []).map(({ attributes = {}, ...rest }) => ({ ...rest, attributes })),
});

/** Throws `validation_failed` for a target that is not there, or a type and target that come twice. `names` are those found. */
export const requireTargets = (
  relationships: readonly RelationshipInput[],
  names: Map<string, EntityName>,
  path = 'relationships',
): void => {
  const seen = new Set<string>();
  for (const [index, { type, target_id }] of relationships.entries()) {
    if (!names.has(target_id))
      throw invalidField(
        `${path}.${index}.target_id`,
        'unknown_target',
        `There is no entity with the id "${target_id}".`,
      );
    const key = JSON.stringify([type, target_id]);
    if (seen.has(key))
      throw invalidField(`${path}.${index}`, 'duplicate', 'The same type and target stand here twice.');
    seen.add(key);
  }
};

/** Limits the relationships to the asked types and names their targets. */
const nameTargets = async (store: EntityStore, entity: Entity, include: string): Promise<NamedEntity> => {
  const asked = include.split(',').map((part) => part.trim());
  const all = asked.includes('relationships');
  const shown = entity.relationships.filter((relationship) => all || asked.includes(relationship.type));
  const names = await store.names(
    entity.org_id,
    shown.map((relationship) => relationship.target_id),
  );
  return {
    ...entity,
    relationships: shown.map((known) => ({ ...known, target_name: names.get(known.target_id)?.name ?? null })),
  };
};

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

/** The use cases of entities (specification, "Entities"). Each write is one commit: record, history and event together. */
export const makeEntityService = ({ store, list, unitOfWork, organizations }: EntityParts): EntityService => {
  const decide = (id: string, call: Call, change: (entity: Entity) => Decided): Promise<Entity> =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const entity = await requireEntity(store, id, call);
      requireMatch(call, entity.version);
      const decided = change(entity);
      return {
        changes: store.changes(entity, decided, call.requestId),
        events: decided.events,
        answer: decided.entity,
      };
    });

  const purge = (id: string, call: Call): Promise<void> =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const entity = await store.find(call.actor.org_id, id);
      if (!entity) throw notFound('entity', id);
      requireMatch(call, entity.version);
      const event = purgeEntity(entity, await store.countPointingTo(call.actor.org_id, id), call);
      return { changes: store.purge(entity), events: [event], answer: undefined };
    });

  const recordRead = async (entity: Entity, call: Call): Promise<void> => {
    const { recorded_reads } = await organizations.get(call.actor.org_id);
    if (recorded_reads.includes(entity.type)) await unitOfWork.commit([], [readEvent(entity, call)]);
  };

  return {
    create: (input, call) =>
      unitOfWork.decide(call, {}, async () => {
        const relationships = input.relationships ?? [];
        requireTargets(
          relationships,
          await store.targets(
            call.actor.org_id,
            relationships.map(({ target_id }) => target_id),
          ),
        );
        const decided = createEntity(toNewEntity(input), call);
        return {
          changes: store.changes(null, decided, call.requestId),
          events: decided.events,
          answer: decided.entity,
        };
      }),

    async read(id, include, call) {
      const entity = await requireEntity(store, id, call);
      await recordRead(entity, call);
      return include === undefined ? entity : nameTargets(store, entity, include);
    },

    list,

    patch: (id, patch, call) => decide(id, call, (entity) => patchEntity(entity, patch, call)),

    async remove(id, hard, call) {
      if (hard) return purge(id, call);
      await decide(id, call, (entity) => softDeleteEntity(entity, call));
    },

    restore: (id, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const entity = await store.find(call.actor.org_id, id);
        if (!entity) throw notFound('entity', id);
        requireMatch(call, entity.version);
        const decided = restoreEntity(entity, call);
        return {
          changes: store.changes(entity, decided, call.requestId),
          events: decided.events,
          answer: decided.entity,
        };
      }),

    async history(id, query, call) {
      await recordRead(await requireEntity(store, id, call), call);
      const [data, total] = await Promise.all([
        store.history(call.actor.org_id, id, {
          skip: skipOf(query),
          limit: query.per_page,
          newestFirst: query.sort.startsWith('-'),
        }),
        store.countHistory(call.actor.org_id, id),
      ]);
      return { data, meta: pageMeta(total, query) };
    },
  };
};
