import type { RateFigures } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/edge';
import type { Response } from 'express';
import { addressKey } from './address-key.ts';
import type { Decision } from './rate-log.ts';
import type { Limiters } from './shared-limiter.ts';
import type { TierFigures } from './tier-figure.ts';

/** Whose requests are counted: an organisation's, or those of an address for which no valid credential speaks. */
export type Budget = { kind: 'organization'; orgId: string } | { kind: 'address'; address: string };

export type Budgets = {
  /** Counts a request against the budget, or refuses it. */
  take(budget: Budget): Promise<Decision>;
  /** What is left of the budget, counting nothing. */
  peek(budget: Budget): Promise<Decision>;
};

type Parts = { limiters: Limiters; tierFigures: TierFigures; anonymous: RateFigures };

/** The budgets of organisations by their tier, and of addresses by the configured figures. */
export const makeBudgets = ({ limiters, tierFigures, anonymous }: Parts): Budgets => {
  const ask = async (action: 'take' | 'peek', budget: Budget): Promise<Decision> =>
    budget.kind === 'organization'
      ? limiters.organizations[action](budget.orgId, await tierFigures(budget.orgId))
      : limiters.addresses[action](addressKey(budget.address), anonymous);
  return { take: (budget) => ask('take', budget), peek: (budget) => ask('peek', budget) };
};

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** The three headers of the specification ("Limits") as a decision tells them. */
export const rateHeaders = (decision: Decision): Record<string, string> => ({
  'X-RateLimit-Limit': String(decision.limit),
  'X-RateLimit-Remaining': String(decision.remaining),
  'X-RateLimit-Reset': String(seconds(decision.wholeAt)),
});

/** Puts the three headers on a response. */
export const setRateHeaders = (response: Pick<Response, 'setHeader'>, decision: Decision): void => {
  for (const [name, value] of Object.entries(rateHeaders(decision))) response.setHeader(name, value);
};

/** 429 with the seconds until the next request would pass. */
export const rateLimitExceeded = ({ waitMs }: Decision): AppError => {
  const retryAfter = Math.max(seconds(waitMs), 1);
  return new AppError('rate_limit_exceeded', `Too many requests. Try again in ${retryAfter} s.`, { retryAfter });
};
