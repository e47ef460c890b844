import type { EntityWrite__Output } from '@qsc/contracts/grpc/entity/v1/EntityWrite';
import type { WriteEntitiesRequest__Output } from '@qsc/contracts/grpc/entity/v1/WriteEntitiesRequest';
import type { WriteResult__Output } from '@qsc/contracts/grpc/entity/v1/WriteResult';
import {
  AppError,
  type Call,
  type DecidedCommands,
  mergePatch,
  notFound,
  type Outcome,
  parsePart,
  requireMatch,
  type TakeCommands,
} from '@qsc/service-kit';
import type { Attributes } from '../entity/attributes.ts';
import { parseJson } from '../entity/command.service.ts';
import { entityMessage } from '../entity/entity.message.ts';
import { CreateEntity, PatchEntity } from '../entity/entity.schemas.ts';
import type { EntityStore } from '../entity/entity.store.ts';
import {
  createEntity,
  type Decided,
  type Entity,
  type EntityPatch,
  patchEntity,
  softDeleteEntity,
} from '../entity/entity.ts';
import { retryWhenCodeIsTaken, toNewEntity } from '../entity/entity-writer.ts';
import { requireSameState } from '../entity/state-guard.ts';
import { requestedCodeKeys } from '../entity/unique-code.ts';
import { makeBatch } from './batch.ts';

/** Writes several entities for another service: one commit, one result and one audit entry for each. */
export type WriteEntities = (request: WriteEntitiesRequest__Output) => Promise<WriteResult__Output[]>;

type Written = NonNullable<WriteResult__Output['entity']>;

const LIMIT = 500;

const getTarget = ({ change, remove }: EntityWrite__Output) => change ?? remove ?? null;

const parseAttributes = ({ attributes_json }: { attributes_json: string }): unknown =>
  parseJson(attributes_json, 'attributes');

const created = ({ type, create }: EntityWrite__Output, call: Call): Decided => {
  if (!create) throw new AppError('invalid_request', 'A write creates, changes or removes.');
  const input = { type, name: create.name, attributes: parseAttributes(create) };
  return createEntity(toNewEntity(parsePart(CreateEntity, input, 'write') as CreateEntity), call);
};

const changed = (entity: Entity, { change }: EntityWrite__Output, call: Call): Decided => {
  if (!change) return softDeleteEntity(entity, call);
  const input = { name: change.name, attributes: parseAttributes(change) };
  const patch = parsePart(PatchEntity, input, 'write') as EntityPatch;
  requireSameState(entity.type, entity.attributes, mergePatch(entity.attributes, patch.attributes ?? {}) as Attributes);
  return patchEntity(entity, patch, call);
};

/** The keys of the codes that a write may ask for; what cannot be read is refused when the write is decided. */
const listCodeKeys = ({ create, change }: EntityWrite__Output): string[] => {
  const text = (create ?? change)?.attributes_json;
  try {
    return text ? requestedCodeKeys(JSON.parse(text)) : [];
  } catch {
    return [];
  }
};

const refusedMessage = ({ code, message, details = {} }: AppError): WriteResult__Output => ({
  result: 'refused',
  refused: { code, message, details_json: JSON.stringify(details) },
});

const toResult = (outcome: Outcome<Written>): WriteResult__Output =>
  'refused' in outcome ? refusedMessage(outcome.refused) : { result: 'entity', entity: outcome.answer };

const requireMany = (writes: readonly EntityWrite__Output[]): void => {
  if (writes.length > LIMIT) throw new AppError('invalid_request', `One message writes at most ${LIMIT} entities.`);
};

/**
 * Each write is decided by itself, on what those before it leave, by the rules of the HTTP endpoints but for states, which do
 * not move here. Throws `invalid_request` for a message that is none, and what refuses the commit.
 */
export const makeWriteEntities = (store: EntityStore, takeCommands: TakeCommands): WriteEntities => {
  const decide = async (writes: readonly EntityWrite__Output[], call: Call): Promise<DecidedCommands<Written>> => {
    const { org_id } = call.actor;
    const found = await store.findMany(
      org_id,
      writes.flatMap((write) => getTarget(write)?.id ?? []),
    );
    const current = new Map(found.map((entity) => [entity.id, entity]));
    const batch = makeBatch(store, await store.codeHolders(org_id, writes.flatMap(listCodeKeys)), call);

    const require = (id: string, type: string): Entity => {
      const entity = current.get(id);
      if (!entity || entity.deleted || entity.type !== type) throw notFound(type, id);
      return entity;
    };

    const write = (requested: EntityWrite__Output): Written => {
      const target = getTarget(requested);
      const before = target ? require(target.id, requested.type) : null;
      if (before && target?.version !== undefined) requireMatch({ ...call, ifMatch: [target.version] }, before.version);
      const decided = before ? changed(before, requested, call) : created(requested, call);
      batch.add(before, decided);
      current.set(decided.entity.id, decided.entity);
      return entityMessage({ ...decided.entity, relationships: [] });
    };

    const outcomes = writes.map((requested): Outcome<Written> => {
      try {
        return { answer: write(requested) };
      } catch (error) {
        if (error instanceof AppError) return { refused: error };
        throw error;
      }
    });
    return { changes: batch.changes, events: batch.events, outcomes };
  };

  return async ({ command, writes }) => {
    requireMany(writes);
    const records = writes.flatMap((write) => getTarget(write)?.id ?? []);
    const several = { command, items: writes, records };
    const outcomes = await retryWhenCodeIsTaken(() => takeCommands('WriteEntities', several, decide));
    return outcomes.map(toResult);
  };
};
