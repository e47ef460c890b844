import { send } from '../api.ts';
import type { Target } from '../load.ts';
import { recordOf } from '../record.ts';

const BULK = 500;

/** Registers a receiver for the creation of entities of these types. Gives the webhook's path. */
export const register = async (target: Target, url: string, types: readonly string[]): Promise<string> => {
  const filters = { entity_types: types, actions: ['create'] };
  const { id } = await send<{ id: string }>(target, '/v1/webhooks', { url, events: ['audit.create'], filters });
  return `/v1/webhooks/${id}`;
};

/** Removes webhooks again. */
export const unregister = async ({ url, token }: Target, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const response = await fetch(`${url}${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`The removal of ${path} was answered ${response.status}.`);
  }
};

const typed = (type: string, index: number) => ({ ...recordOf(index), type });

/** Creates one entity of a type. */
export const createOne = (target: Target, type: string, index: number): Promise<unknown> =>
  send(target, '/v1/entities', typed(type, index));

/** Creates so many of a type by bulk requests, one after the other. */
export const createMany = async (target: Target, type: string, count: number): Promise<void> => {
  for (let from = 0; from < count; from += BULK) {
    const entities = Array.from({ length: Math.min(BULK, count - from) }, (_, offset) => typed(type, from + offset));
    await send(target, '/v1/entities/bulk', { entities });
  }
};

/** How many deliveries of a webhook wait for an attempt. */
export const waitingOf = async (target: Target, path: string): Promise<number> => {
  const { url, token } = target;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}${path}/deliveries?status=pending&per_page=1`, { headers });
  const { meta } = (await response.json()) as { meta: { total: number } };
  return meta.total;
};
