import { type RateFigures, TIER_FIGURES } from '@qsc/contracts';
import type { Organization, WatchedOrganizations } from '@qsc/service-kit/edge';
import { LRUCache } from 'lru-cache';

/** The figures of an organisation's tier. Never throws. */
export type TierFigures = (orgId: string) => Promise<RateFigures>;

type Parts = { organizations: Pick<WatchedOrganizations, 'get'>; isFresh: () => boolean };

const KNOWN = 10_000;
const UNKNOWN_MS = 1_000;

const toFigures = ({ tier, requests_per_minute, burst }: Organization): RateFigures => {
  if (tier === 'free' || tier === 'professional' || tier === 'enterprise') return TIER_FIGURES[tier];
  if (tier !== 'custom') return TIER_FIGURES.free;
  return { requests_per_minute: Math.max(requests_per_minute, 1), burst: Math.max(burst, 1) };
};

/**
 * Asks the identity service for the figures while its watch is alive. While it is away the last known ones hold, and an
 * organisation that was never seen gets those of the smallest tier, asked for again after a second.
 */
export const makeTierFigures = ({ organizations, isFresh }: Parts): TierFigures => {
  const last = new LRUCache<string, RateFigures>({ max: KNOWN });
  const guessed = new LRUCache<string, RateFigures>({ max: KNOWN, ttl: UNKNOWN_MS });

  const ask = async (orgId: string): Promise<RateFigures> => {
    try {
      const figures = toFigures(await organizations.get(orgId));
      last.set(orgId, figures);
      return figures;
    } catch {
      const figures = last.get(orgId) ?? TIER_FIGURES.free;
      guessed.set(orgId, figures);
      return figures;
    }
  };

  return async (orgId) => {
    const held = isFresh() ? undefined : last.get(orgId);
    const assumed = held ?? guessed.get(orgId);
    if (assumed) return assumed;
    return ask(orgId);
  };
};
