import type { Body, Schemas } from '@qsc/client';
import { makeClient, ONCE, type Target } from '../api.ts';
import { createEntities } from '../fill.ts';
import { toRecord } from '../sample/record.ts';

type EntityType = Schemas['Entity']['type'];

/** Registers a receiver for the creation of entities of these types. Answers the webhook's id. */
export const register = async (target: Target, url: string, types: readonly EntityType[]): Promise<string> => {
  const filters = { entity_types: types, actions: ['create'] } as const;
  const { id } = await makeClient(target).webhooks.create({ url, events: ['audit.create'], filters });
  return id;
};

/** Removes webhooks again. */
export const unregister = async (target: Target, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await makeClient(target).webhooks.delete(id);
};

const typed =
  (type: EntityType) =>
  (index: number): Body<'createEntity'> => ({ ...toRecord(index), type });

/** Creates one entity of a type. */
export const createOne = (target: Target, type: EntityType, index: number): Promise<unknown> =>
  makeClient(target).entities.create(typed(type)(index), ONCE);

/** Creates so many of a type by bulk requests, one after the other. */
export const createMany = async (target: Target, type: EntityType, count: number): Promise<void> => {
  await createEntities(target, { count, recordAt: typed(type), atOnce: 1 });
};

/** How many deliveries of a webhook wait for an attempt. */
export const countWaiting = async (target: Target, id: string): Promise<number> => {
  const waiting = makeClient(target).webhooks.listDeliveries(id, { status: ['pending'], per_page: 1 });
  return (await waiting.page(1)).meta.total;
};
