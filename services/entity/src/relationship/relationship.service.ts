import {
  type Call,
  countSkipped,
  invalidField,
  notFound,
  type PageOf,
  pageMeta,
  requireMatch,
  toDirection,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RelationshipInput, RelationshipListQuery } from '../entity/entity.schemas.ts';
import type { EntityStore } from '../entity/entity.store.ts';
import type { Relationship } from '../entity/entity.ts';
import { type ReadRecorded, requireEntity } from '../entity/entity-writer.ts';
import type { Inbound, ListInbound } from './inbound.query.ts';
import { addRelationship, removeRelationship } from './relationship.ts';

export type NamedRelationship = Relationship & { target_name: string | null };

export type RelationshipService = {
  add(entityId: string, input: RelationshipInput, call: Call): Promise<NamedRelationship>;
  read(entityId: string, relationshipId: string, call: Call): Promise<NamedRelationship>;
  remove(entityId: string, relationshipId: string, call: Call): Promise<void>;
  list(entityId: string, query: RelationshipListQuery, call: Call): Promise<PageOf<NamedRelationship | Inbound>>;
};

const sortRelationships = (sort: RelationshipListQuery['sort']) => {
  const field = sort === 'type' || sort === '-type' ? 'type' : 'id';
  return (a: Relationship, b: Relationship): number =>
    toDirection(sort) * (a[field] < b[field] ? -1 : Number(a[field] > b[field]));
};

type Parts = { store: EntityStore; readRecorded: ReadRecorded; unitOfWork: UnitOfWork; listInbound: ListInbound };

/** The use cases of relationships. Each raises the version of the entity that holds it. */
export const makeRelationshipService = (parts: Parts): RelationshipService => {
  const { store, readRecorded, unitOfWork, listInbound } = parts;
  const targetName = async (targetId: string, call: Call): Promise<string> => {
    const target = await store.find(call.actor.org_id, targetId);
    if (target && !target.deleted) return target.name;
    throw invalidField('target_id', 'unknown_target', `There is no entity with the id "${targetId}".`);
  };

  const listOutbound = async (
    entityId: string,
    query: RelationshipListQuery,
    call: Call,
  ): Promise<PageOf<NamedRelationship>> => {
    const { relationships } = await readRecorded(entityId, call);
    const fitting = relationships
      .filter(({ type }) => query.type === undefined || query.type.includes(type))
      .toSorted(sortRelationships(query.sort));
    const shown = fitting.slice(countSkipped(query), countSkipped(query) + query.per_page);
    const names = await store.names(
      call.actor.org_id,
      shown.map(({ target_id }) => target_id),
    );
    const data = shown.map((known) => ({ ...known, target_name: names.get(known.target_id)?.name ?? null }));
    return { data, meta: pageMeta(fitting.length, query) };
  };

  return {
    add: (entityId, { type, target_id, attributes = {} }, call) =>
      unitOfWork.decide(call, { records: [entityId] }, async () => {
        const entity = await requireEntity(store, entityId, call);
        requireMatch(call, entity.version);
        const target_name = await targetName(target_id, call);
        const decided = addRelationship(entity, { type, target_id, attributes }, call);
        const changes = store.changes(entity, decided, call.requestId);
        return { changes, events: decided.events, answer: { ...decided.added, target_name } };
      }),

    async read(entityId, relationshipId, call) {
      const { relationships } = await readRecorded(entityId, call);
      const found = relationships.find(({ id }) => id === relationshipId);
      if (!found) throw notFound('relationship', relationshipId);
      const names = await store.names(call.actor.org_id, [found.target_id]);
      return { ...found, target_name: names.get(found.target_id)?.name ?? null };
    },

    remove: (entityId, relationshipId, call) =>
      unitOfWork.decide(call, { records: [entityId] }, async () => {
        const entity = await requireEntity(store, entityId, call);
        requireMatch(call, entity.version);
        const decided = removeRelationship(entity, relationshipId, call);
        if (!decided) throw notFound('relationship', relationshipId);
        return { changes: store.changes(entity, decided, call.requestId), events: decided.events, answer: undefined };
      }),

    async list(entityId, query, call) {
      if (query.direction === 'outbound') return listOutbound(entityId, query, call);
      await readRecorded(entityId, call);
      return listInbound(call.actor.org_id, entityId, query);
    },
  };
};
