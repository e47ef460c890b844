import { LRUCache } from 'lru-cache';
import { makeCoalesced } from '../coalesce.ts';
import type { GrpcClient } from '../grpc/client.ts';
import type { Organization } from './client.ts';
import type { WatchHooks } from './watch.ts';

export type WatchedOrganizations = {
  /** Tier and settings of an organisation as they are now. Throws `not_found`, or `service_unavailable` when identity is away. */
  get(orgId: string): Promise<Organization>;
  /** The organisation as it is now, where this can be known; otherwise undefined. */
  current(orgId: string): Promise<Organization | undefined>;
  hooks: WatchHooks;
};

/** Organisations, remembered while the watch on identity is alive: a change drops the copy before it is acknowledged. */
export const makeWatchedOrganizations = (client: GrpcClient, isFresh: () => boolean): WatchedOrganizations => {
  const known = new LRUCache<string, Organization>({ max: 10_000 });
  const requests = makeCoalesced<Organization>();
  let changes = 0;

  const drop = (orgId?: string) => {
    changes += 1;
    requests.clear();
    if (orgId === undefined) known.clear();
    else known.delete(orgId);
  };

  const ask = async (orgId: string): Promise<Organization> => {
    const before = changes;
    const organization = await client.call<object, Organization>('GetOrganization', { org_id: orgId });
    if (before === changes) known.set(orgId, organization);
    return organization;
  };

  const get = async (orgId: string): Promise<Organization> =>
    (isFresh() ? known.get(orgId) : undefined) ?? requests.run(orgId, () => ask(orgId));

  return {
    get,
    current: async (orgId) => (isFresh() ? get(orgId).catch(() => undefined) : undefined),
    hooks: { onOrganizationChanged: drop, onReset: () => drop() },
  };
};
