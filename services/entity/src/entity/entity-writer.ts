import { entityEvents } from '@qsc/contracts/events';
import {
  type Call,
  conflict,
  DuplicateKey,
  invalidField,
  makeEvent,
  notFound,
  type RecordRead,
  requireMatch,
  retryConflict,
  toReadFacts,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { CreateEntity, RelationshipInput } from './entity.schemas.ts';
import { type EntityName, type EntityStore, entityDefinition } from './entity.store.ts';
import { createEntity, type Decided, type Entity, type NewEntity } from './entity.ts';
import { takeCode, toCodeKey } from './unique-code.ts';

/** What a change is about; `isDeletedToo` finds a soft-deleted entity as well. */
type Target = { id: string; type?: string; isDeletedToo?: boolean };

type ToAnswer<Answer> = (decided: Decided, before: Entity | null) => Answer;

/** The writes of one entity, for whichever entry point they come by: record, history, event and answer in one commit. */
export type EntityWriter = {
  /** Throws `validation_failed`, `invalid_transition`, or `conflict` for a code that another has. */
  create<Answer>(input: CreateEntity, call: Call, toAnswer: ToAnswer<Answer>): Promise<Answer>;
  /** Throws `not_found`, `precondition_failed`, `conflict` for a code, and what `change` throws. */
  change<Answer>(
    target: Target,
    call: Call,
    by: { change: (entity: Entity) => Decided; toAnswer: ToAnswer<Answer> },
  ): Promise<Answer>;
};

/** The entity, unless it is unknown, another organisation's or soft-deleted. Throws `not_found`. */
export const requireEntity = async (store: EntityStore, id: string, call: Call): Promise<Entity> => {
  const entity = await store.find(call.actor.org_id, id);
  if (!entity || entity.deleted) throw notFound('entity', id);
  return entity;
};

/** The event of a read. */
export const toReadEvent = (entity: Entity, call: Call) =>
  makeEvent(entityEvents.read, call, {
    audit: toReadFacts(entity),
    record: { id: entity.id, type: entity.type, version: entity.version },
  });

/** The entity, and its reading where the organisation records that. Throws `not_found`. */
export type ReadRecorded = (id: string, call: Call) => Promise<Entity>;

/** Every read of one entity uses it: of the entity, its history and its relationships. */
export const makeReadRecorded =
  (store: EntityStore, recordRead: RecordRead<Entity>): ReadRecorded =>
  async (id, call) => {
    const entity = await requireEntity(store, id, call);
    await recordRead(entity, call);
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

const isTakenCode = (error: unknown): boolean =>
  error instanceof DuplicateKey &&
  error.collection === entityDefinition.name &&
  error.fields.includes('code_key' satisfies keyof typeof entityDefinition.shape.shape);

/**
 * Runs a decision that looks for who has a code, again when another took the code before its commit: then it finds
 * the other one and says what a caller can understand. Throws `conflict` when it goes on like that.
 */
export const retryWhenCodeIsTaken = <Answer>(run: () => Promise<Answer>): Promise<Answer> =>
  retryConflict(run, isTakenCode).catch((error: unknown) => {
    if (!isTakenCode(error)) throw error;
    throw conflict('Another record has the same code. Give this one a code of its own.');
  });

/** The writer of entities. */
export const makeEntityWriter = ({
  store,
  unitOfWork,
}: {
  store: EntityStore;
  unitOfWork: UnitOfWork;
}): EntityWriter => {
  const requireOwnCode = async (before: Entity | null, after: Entity): Promise<void> => {
    const key = toCodeKey(after);
    if (key === null || (before && toCodeKey(before) === key)) return;
    takeCode(await store.codeHolders(after.org_id, [key]), before, after);
  };

  const toDecision = async <Answer>(
    before: Entity | null,
    decided: Decided,
    { call, toAnswer }: { call: Call; toAnswer: ToAnswer<Answer> },
  ) => {
    await requireOwnCode(before, decided.entity);
    const changes = store.changes(before, decided, call.requestId);
    return { changes, events: decided.events, answer: toAnswer(decided, before) };
  };

  const find = async ({ id, type, isDeletedToo = false }: Target, call: Call): Promise<Entity> => {
    const entity = await store.find(call.actor.org_id, id);
    if (!entity || (entity.deleted && !isDeletedToo)) throw notFound(type ?? 'entity', id);
    if (type !== undefined && entity.type !== type) throw notFound(type, id);
    return entity;
  };

  return {
    create: (input, call, toAnswer) =>
      retryWhenCodeIsTaken(() =>
        unitOfWork.decide(call, {}, async () => {
          const { relationships = [] } = input;
          const ids = relationships.map(({ target_id }) => target_id);
          requireTargets(relationships, await store.targets(call.actor.org_id, ids));
          return toDecision(null, createEntity(toNewEntity(input), call), { call, toAnswer });
        }),
      ),
    change: (target, call, { change, toAnswer }) =>
      retryWhenCodeIsTaken(() =>
        unitOfWork.decide(call, { records: [target.id] }, async () => {
          const entity = await find(target, call);
          requireMatch(call, entity.version);
          return toDecision(entity, change(entity), { call, toAnswer });
        }),
      ),
  };
};
