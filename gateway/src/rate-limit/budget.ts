import { isIPv6 } from 'node:net';
import type { RateFigures } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/edge';
import type { Response } from 'express';
import type { GatewayMetrics } from '../gateway-metrics.ts';
import { type Budget, getRequestContext } from '../request-context.ts';
import type { Decision } from './rate-log.ts';
import type { Limiters } from './shared-limiter.ts';
import type { TierFigures } from './tier-figure.ts';

const GROUPS_OF_A_NETWORK = 4;

const firstGroups = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, GROUPS_OF_A_NETWORK);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};

/** The key by which an address is counted: an IPv4 address itself, the /64 network of an IPv6 one, which one host may own whole. */
export const addressKey = (address: string): string => (isIPv6(address) ? `${firstGroups(address)}::/64` : address);

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
