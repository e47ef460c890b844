import {
  type BulkItem,
  type BulkResult,
  bulkResult,
  type Call,
  type Decision,
  notFound,
  parsePart,
  refusedItem,
  requireAllItems,
  requireMatch,
  type UnitOfWork,
} from '@qsc/service-kit';
import { CreateEntity } from '../entity/entity.schemas.ts';
import type { EntityStore } from '../entity/entity.store.ts';
import { createEntity, type Decided, type Entity, patchEntity } from '../entity/entity.ts';
import { requireTargets, retryWhenCodeIsTaken, toNewEntity } from '../entity/entity-writer.ts';
import { requestedCodeKeys } from '../entity/unique-code.ts';
import { type Batch, makeBatch } from './batch.ts';
import { UpdateItem } from './bulk.schemas.ts';

type ItemResult = BulkItem & { entity?: Entity };

export type BulkService = {
  createMany(items: readonly unknown[], atomic: boolean, call: Call): Promise<BulkResult<ItemResult>>;
  updateMany(items: readonly unknown[], atomic: boolean, call: Call): Promise<BulkResult<ItemResult>>;
};

/** The result of an item that was decided. */
const succeeded = (index: number, status: number, { entity }: Decided): ItemResult => ({
  index,
  status,
  id: entity.id,
  entity,
});

const toDecision = (
  { changes, events }: Batch,
  results: ItemResult[],
  atomic: boolean,
): Decision<BulkResult<ItemResult>> => {
  const answer = bulkResult(results);
  if (atomic) requireAllItems(answer);
  return { changes, events, answer };
};

const listTargetIds = (items: readonly unknown[]): string[] =>
  items.flatMap((item) => {
    const parsed = CreateEntity.safeParse(item);
    return (parsed.data?.relationships ?? []).map(({ target_id }) => target_id);
  });

const listIds = (items: readonly unknown[]): string[] =>
  items.flatMap((item) => UpdateItem.safeParse(item).data?.id ?? []);

const listCodes = (items: readonly unknown[]): string[] =>
  items.flatMap((item) => requestedCodeKeys((item as { attributes?: unknown } | null)?.attributes));

/** Several entities by one request: each item stands or falls by itself, unless the request is atomic (decisions §4). */
export const makeBulkService = ({ store, unitOfWork }: { store: EntityStore; unitOfWork: UnitOfWork }): BulkService => {
  const decide = (
    call: Call,
    records: string[],
    decision: () => Promise<Decision<BulkResult<ItemResult>>>,
  ): Promise<BulkResult<ItemResult>> => retryWhenCodeIsTaken(() => unitOfWork.decide(call, { records }, decision));
  return {
    createMany: (items, atomic, call) =>
      decide(call, [], async () => {
        const names = await store.targets(call.actor.org_id, listTargetIds(items));
        const batch = makeBatch(store, await store.codeHolders(call.actor.org_id, listCodes(items)), call);
        const results = items.map((item, index) => {
          try {
            const input = parsePart(CreateEntity, item, 'item') as CreateEntity;
            requireTargets(input.relationships ?? [], names);
            const decided = createEntity(toNewEntity(input), call);
            batch.add(null, decided);
            return succeeded(index, 201, decided);
          } catch (error) {
            return refusedItem(index, null, error);
          }
        });
        return toDecision(batch, results, atomic);
      }),

    updateMany: (items, atomic, call) =>
      decide(call, listIds(items), async () => {
        const found = await store.findMany(call.actor.org_id, listIds(items));
        const stored = new Map(found.filter(({ deleted }) => !deleted).map((entity) => [entity.id, entity]));
        const current = new Map<string, Entity>();
        const batch = makeBatch(store, await store.codeHolders(call.actor.org_id, listCodes(items)), call);
        const results = items.map((item, index) => {
          const sent = (item as { id?: unknown } | null)?.id;
          const id = typeof sent === 'string' ? sent : null;
          try {
            const { id: entityId, ...patch } = parsePart(UpdateItem, item, 'item') as UpdateItem;
            const before = stored.get(entityId);
            if (!before) throw notFound('entity', entityId);
            requireMatch(call, before.version);
            const entity = current.get(entityId) ?? before;
            const decided = patchEntity(entity, patch, call);
            batch.add(entity, decided);
            current.set(entityId, decided.entity);
            return succeeded(index, 200, decided);
          } catch (error) {
            return refusedItem(index, id, error);
          }
        });
        return toDecision(batch, results, atomic);
      }),
  };
};
