import { z } from 'zod';

/** The tiers of the specification ("Limits"). */
export const TIERS = ['free', 'professional', 'enterprise', 'custom'] as const;

export const Tier = z
  .enum(TIERS)
  .meta({ id: 'Tier', description: 'The tier of the organisation, which sets its rate limit.' });

export type Tier = z.infer<typeof Tier>;

/** Requests in any rolling minute, and the most that may come in any one second (decisions §4, "Rate limits"). */
export type RateFigures = { requests_per_minute: number; burst: number };

/** The figures of the fixed tiers; a custom tier carries its own in the organisation's settings. */
export const TIER_FIGURES: Record<Exclude<Tier, 'custom'>, RateFigures> = {
  free: { requests_per_minute: 60, burst: 10 },
  professional: { requests_per_minute: 300, burst: 50 },
  enterprise: { requests_per_minute: 1000, burst: 100 },
};
