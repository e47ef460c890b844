import type { RateFigures } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/edge';
import type { Response } from 'express';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import { type Budget, getRequestContext } from '../request-context.ts';
import { addressKey } from './address-key.ts';
import type { Decision } from './rate-log.ts';
import type { Limiters } from './shared-limiter.ts';
import type { TierFigures } from './tier-figure.ts';

export type Budgets = {
  /** Counts a request against the budget, or refuses it. */
  take(budget: Budget): Promise<Decision>;
  /** What is left of the budget, counting nothing. */
  peek(budget: Budget): Promise<Decision>;
};

type Parts = { limiters: Limiters; tierFigures: TierFigures; anonymous: RateFigures };

/** The budgets of organisations and of each of their users by the tier, and of addresses by the configured figures. */
export const makeBudgets = ({ limiters, tierFigures, anonymous }: Parts): Budgets => {
  const ask = async (action: 'take' | 'peek', budget: Budget): Promise<Decision> => {
    if (budget.kind === 'address') return limiters.addresses[action](addressKey(budget.address), anonymous);
    const key = budget.kind === 'user' ? budget.userId : budget.orgId;
    return limiters.organizations[action](key, await tierFigures(budget.orgId));
  };
  return { take: (budget) => ask('take', budget), peek: (budget) => ask('peek', budget) };
};

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1000);

/** The three headers of the specification ("Limits") as a decision tells them. */
const rateHeaders = (decision: Decision): Record<string, string> => ({
  'X-RateLimit-Limit': String(decision.limit),
  'X-RateLimit-Remaining': String(decision.remaining),
  'X-RateLimit-Reset': String(seconds(decision.wholeAt)),
});

/** Puts the three headers on a response. */
export const setRateHeaders = (response: Pick<Response, 'setHeader'>, decision: Decision): void => {
  for (const [name, value] of Object.entries(rateHeaders(decision))) response.setHeader(name, value);
};

/** 429 with the seconds until the next request would pass. */
const rateLimitExceeded = ({ waitMs }: Decision): AppError => {
  const retryAfter = Math.max(seconds(waitMs), 1);
  return new AppError('rate_limit_exceeded', `Too many requests. Try again in ${retryAfter} s.`, { retryAfter });
};

/** Counts a request against the budget of its passage and reports that on the answer. Throws `rate_limit_exceeded`. */
export const spendBudget = async (
  { budgets, metrics }: { budgets: Budgets; metrics: Pick<GatewayMetrics, 'rateLimited'> },
  response: Response,
): Promise<void> => {
  const passage = getRequestContext(response);
  const decision = await budgets.take(passage.budget);
  setRateHeaders(response, decision);
  passage.isCounted = true;
  if (decision.allowed) return;
  metrics.rateLimited(passage.budget.kind);
  throw rateLimitExceeded(decision);
};
