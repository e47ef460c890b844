import { drainBody, type Log, problems } from '@qsc/service-kit/edge';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { type Budgets, setRateHeaders, spendBudget } from './rate-limit/budget.ts';
import { getRequestContext } from './request-context.ts';
import { ClientGone } from './upstream/circuit.ts';

type Parts = { budgets: Budgets; metrics: Pick<GatewayMetrics, 'rateLimited'>; log: Log };

/** Counts what is answered without a credential, such as the documentation. */
export const limitAddress =
  (parts: Parts): RequestHandler =>
  async (_request, response, next) => {
    await spendBudget(parts, response);
    next();
  };

/** Reports the address's budget without counting, so that a probe is never refused. */
export const reportAddress =
  ({ budgets }: Pick<Parts, 'budgets'>): RequestHandler =>
  async (_request, response, next) => {
    setRateHeaders(response, await budgets.peek(getRequestContext(response).budget));
    getRequestContext(response).isCounted = true;
    next();
  };

/**
 * Answers every error. A refusal counts against nobody whose credential is known; without one it counts against the
 * address, also where the client did not wait for the answer, so that credentials cannot be guessed without end.
 */
export const makeRefusal = (parts: Parts): ErrorRequestHandler => {
  const answer = problems(parts.log, (response) => getRequestContext(response).requestId);

  const account = async (error: unknown, response: Response): Promise<unknown> => {
    const passage = getRequestContext(response);
    if (passage.isCounted || response.headersSent) return error;
    if (passage.budget.kind !== 'address') {
      setRateHeaders(response, await parts.budgets.peek(passage.budget));
      return error;
    }
    return spendBudget(parts, response).then(
      () => error,
      (refusal: unknown) => refusal,
    );
  };

  return async (error: unknown, request, response, next) => {
    const accounted = await account(error, response);
    if (error instanceof ClientGone || response.destroyed) return void response.destroy();
    answer(accounted, request, response, next);
    drainBody(request);
  };
};
