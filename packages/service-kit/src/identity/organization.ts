import { type LocalTime, UTC } from '@qsc/contracts';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { AppError } from '../error.ts';
import type { GrpcClient } from '../grpc/client.ts';
import type { Organization } from './client.ts';

/** What a service behind the gateway knows of organisations. */
export type Organizations = {
  /**
   * The settings of an organisation: asked for, unless they are known and at most so old; while identity is away the last known
   * ones for an hour. Throws `not_found`, or `service_unavailable` where there are none.
   */
  get(orgId: string, maxAgeMs?: number): Promise<Organization>;
  /** Takes the settings that came with a request. */
  remember(settings: Organization): void;
};

/** What requests need; a service that has the organisations itself need not remember them. */
export type RequestOrganizations = Pick<Organizations, 'get'> & Partial<Pick<Organizations, 'remember'>>;

/** The moment as an organisation's calendar has it, by settings of the last five seconds. Throws as `Organizations.get`. */
export type ReadLocalTime = (orgId: string) => Promise<LocalTime>;

const RECENT_MS = 5_000;

/** @param organizations absent in the identity service itself, where no calendar day decides. */
export const makeReadLocalTime =
  (clock: Clock, organizations: Pick<Organizations, 'get'> | undefined): ReadLocalTime =>
  async (orgId) => {
    const zone = organizations && orgId !== '' ? (await organizations.get(orgId, RECENT_MS)).time_zone : UTC;
    return { now: clock(), zone };
  };

const LAST_KNOWN = { max: 10_000, ttl: 3_600_000 };
/** How long identity may take where the last known settings would do, and for how long it is not asked again then. */
const ANSWER_MS = 2_000;
const AWAY_MS = 5_000;

const isAway = (error: unknown): boolean => error instanceof AppError && error.code === 'service_unavailable';

/** The settings of organisations, as requests bring them or identity gives them. */
export const makeOrganizations = (client: GrpcClient, clock: Clock): Organizations => {
  const known = new LRUCache<string, { settings: Organization; at: Date }>(LAST_KNOWN);
  let awayUntil = 0;

  const remember = (settings: Organization): void => void known.set(settings.id, { settings, at: clock() });

  return {
    remember,
    async get(orgId, maxAgeMs = 0) {
      const last = known.get(orgId);
      if (last && Math.abs(clock().getTime() - last.at.getTime()) < maxAgeMs) return last.settings;
      if (last && performance.now() < awayUntil) return last.settings;
      try {
        const deadlineMs = last ? ANSWER_MS : undefined;
        const settings = await client.call<object, Organization>('GetOrganization', { org_id: orgId }, deadlineMs);
        remember(settings);
        return settings;
      } catch (error) {
        const kept = known.get(orgId);
        if (!kept || !isAway(error)) throw error;
        awayUntil = performance.now() + AWAY_MS;
        return kept.settings;
      }
    },
  };
};
