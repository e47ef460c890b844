import {
  type Call,
  type Change,
  countSkipped,
  type IsSigned,
  type ListReferences,
  notFound,
  type PageOf,
  pageMeta,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { IsHeld } from '../audit.client.ts';
import type { CreateEntity, EntityListQuery } from './entity.schemas.ts';
import type { EntityStore } from './entity.store.ts';
import {
  type Decided,
  type Entity,
  type HistoryRecord,
  patchEntity,
  purgeEntity,
  restoreEntity,
  softDeleteEntity,
} from './entity.ts';
import type { EntityWriter, ReadRecorded } from './entity-writer.ts';

/** An entity whose relationships may carry the names of their targets. */
export type NamedEntity = Omit<Entity, 'relationships'> & {
  relationships: (Entity['relationships'][number] & { target_name?: string | null })[];
};

export type EntityService = {
  create(input: CreateEntity, call: Call): Promise<Entity>;
  read(id: string, include: readonly string[] | undefined, call: Call): Promise<NamedEntity>;
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
  writer: EntityWriter;
  list: (orgId: string, query: EntityListQuery) => Promise<PageOf<Entity>>;
  unitOfWork: UnitOfWork;
  readRecorded: ReadRecorded;
  isSigned: IsSigned;
  isHeld: IsHeld;
  listReferences: ListReferences;
  /** The changes that let the files of an entity go with it. */
  releaseFiles: (entity: Entity) => Promise<Change[]>;
};

/** Limits the relationships to the requested types and names their targets. */
const nameTargets = async (store: EntityStore, entity: Entity, requested: readonly string[]): Promise<NamedEntity> => {
  const all = requested.includes('relationships');
  const shown = entity.relationships.filter((relationship) => all || requested.includes(relationship.type));
  const names = await store.names(
    entity.org_id,
    shown.map((relationship) => relationship.target_id),
  );
  return {
    ...entity,
    relationships: shown.map((known) => ({ ...known, target_name: names.get(known.target_id)?.name ?? null })),
  };
};

/** The use cases of entities (specification, "Entities"). Each write is one commit: record, history and event together. */
export const makeEntityService = (parts: EntityParts): EntityService => {
  const { store, writer, list, unitOfWork, readRecorded, isSigned, isHeld, listReferences, releaseFiles } = parts;
  const decide = (id: string, call: Call, change: (entity: Entity) => Decided): Promise<Entity> =>
    writer.change({ id }, call, { change, toAnswer: ({ entity }) => entity });

  const purge = (id: string, call: Call): Promise<void> =>
    unitOfWork.decide(call, { records: [id] }, async () => {
      const entity = await store.find(call.actor.org_id, id);
      if (!entity) throw notFound('entity', id);
      requireMatch(call, entity.version);
      const pointedToBy = await store.countPointingTo(call.actor.org_id, id);
      const ties = {
        pointedToBy,
        isSigned: await isSigned(call.actor.org_id, id),
        isHeld: await isHeld(entity),
        references: await listReferences(call.actor.org_id, id),
      };
      const event = purgeEntity(entity, ties, call);
      const changes = [...store.purge(entity), ...(await releaseFiles(entity))];
      return { changes, events: [event], answer: undefined };
    });

  return {
    create: (input, call) => writer.create(input, call, ({ entity }) => entity),

    async read(id, include, call) {
      const entity = await readRecorded(id, call);
      return include === undefined ? entity : nameTargets(store, entity, include);
    },

    list,

    patch: (id, patch, call) => decide(id, call, (entity) => patchEntity(entity, patch, call)),

    async remove(id, hard, call) {
      if (hard) return purge(id, call);
      await decide(id, call, (entity) => softDeleteEntity(entity, call));
    },

    restore: (id, call) =>
      writer.change({ id, isDeletedToo: true }, call, {
        change: (entity) => restoreEntity(entity, call),
        toAnswer: ({ entity }) => entity,
      }),

    async history(id, query, call) {
      await readRecorded(id, call);
      const [data, total] = await Promise.all([
        store.history(call.actor.org_id, id, {
          skip: countSkipped(query),
          limit: query.per_page,
          newestFirst: query.sort.startsWith('-'),
        }),
        store.countHistory(call.actor.org_id, id),
      ]);
      return { data, meta: pageMeta(total, query) };
    },
  };
};
