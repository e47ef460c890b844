import { type LocalTime, UTC } from '@qsc/contracts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { AppError } from '../error.ts';
import type { GrpcClient } from '../grpc/client.ts';
import type { Organization } from './client.ts';
import type { WatchHooks } from './watch.ts';

export type Organizations = {
  /** Tier and settings of an organisation as they are now. Throws `not_found`, or `service_unavailable` when identity is away. */
  get(orgId: string): Promise<Organization>;
  hooks: WatchHooks;
};

/** The moment as an organisation's calendar has it, for work without a request. Throws as `Organizations.get`. */
export type ReadLocalTime = (orgId: string) => Promise<LocalTime>;

/** @param organizations absent in the identity service itself, where no calendar day decides. */
export const makeReadLocalTime =
  (clock: Clock, organizations: Pick<Organizations, 'get'> | undefined): ReadLocalTime =>
  async (orgId) => {
    const zone = organizations && orgId !== '' ? (await organizations.get(orgId)).time_zone : UTC;
    return { now: clock(), zone };
  };

const LAST_KNOWN_MS = 3_600_000;

/**
 * Organisations, remembered while the watch on identity is alive: a change drops the copy before it is acknowledged.
 * While identity is away the last known settings hold for up to an hour, so that records stay readable and writable.
 */
export const makeOrganizations = (client: GrpcClient, isFresh: () => boolean): Organizations => {
  const known = new LRUCache<string, Organization>({ max: 10_000 });
  const lastKnown = new LRUCache<string, Organization>({ max: 10_000, ttl: LAST_KNOWN_MS });
  let changes = 0;
  const drop = (orgId?: string) => {
    changes += 1;
    if (orgId === undefined) known.clear();
    else known.delete(orgId);
  };
  return {
    async get(orgId) {
      const cached = isFresh() ? known.get(orgId) : undefined;
      if (cached) return cached;
      const before = changes;
      try {
        const organization = await client.call<{ org_id: string }, Organization>('GetOrganization', { org_id: orgId });
        lastKnown.set(orgId, organization);
        if (before === changes) known.set(orgId, organization);
        return organization;
      } catch (error) {
        const last = lastKnown.get(orgId);
        if (last && error instanceof AppError && error.code === 'service_unavailable') return last;
        throw error;
      }
    },
    hooks: { onOrganizationChanged: drop, onReset: () => drop() },
  };
};
