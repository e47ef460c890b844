import { request, send, type Target } from '../api.ts';
import { createEntities } from '../fill.ts';
import { toRecord } from '../sample/record.ts';

/** Registers a receiver for the creation of entities of these types. Answers the webhook's path. */
export const register = async (target: Target, url: string, types: readonly string[]): Promise<string> => {
  const filters = { entity_types: types, actions: ['create'] };
  const { id } = await send<{ id: string }>(target, '/v1/webhooks', { url, events: ['audit.create'], filters });
  return `/v1/webhooks/${id}`;
};

/** Removes webhooks again. */
export const unregister = async (target: Target, paths: readonly string[]): Promise<void> => {
  for (const path of paths) await request(target, 'DELETE', path);
};

const typed = (type: string) => (index: number) => ({ ...toRecord(index), type });

/** Creates one entity of a type. */
export const createOne = (target: Target, type: string, index: number): Promise<unknown> =>
  send(target, '/v1/entities', typed(type)(index));

/** Creates so many of a type by bulk requests, one after the other. */
export const createMany = async (target: Target, type: string, count: number): Promise<void> => {
  await createEntities(target, { count, recordAt: typed(type), atOnce: 1 });
};

/** How many deliveries of a webhook wait for an attempt. */
export const countWaiting = async (target: Target, path: string): Promise<number> =>
  (await request<{ meta: { total: number } }>(target, 'GET', `${path}/deliveries?status=pending&per_page=1`)).meta
    .total;
