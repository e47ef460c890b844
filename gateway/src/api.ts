import { isOpenPath, requiredScope } from '@qsc/contracts';
import { AppError, authorize, type Log, runWithContext, type WatchedOrganizations } from '@qsc/service-kit/edge';
import type { Request, RequestHandler, Response } from 'express';
import type { Authenticator, Caller } from './credential/authenticator.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { type Budgets, spendBudget } from './rate-limit/budget.ts';
import { type Budget, getRequestContext } from './request-context.ts';
import { toPath, toScopePath } from './routing/request-path.ts';
import type { Destination } from './routing/routing-table.ts';
import type { Forwarder } from './upstream/forwarder.ts';

/** The one path under `/v1` that needs no credential. */
export const OPENAPI_PATH = '/v1/openapi.json';

export type ApiParts = {
  authenticate: Authenticator;
  organizations: Pick<WatchedOrganizations, 'current'>;
  budgets: Budgets;
  findDestination: (path: string) => Destination | undefined;
  forwarder: Pick<Forwarder, 'forward'>;
  metrics: Pick<GatewayMetrics, 'rateLimited'>;
  log: Pick<Log, 'info'>;
};

/** People who work in the dashboard cannot use up what the organisation's programs need, nor one another's share. */
const toBudget = ({ actor, byCookie }: Caller): Budget =>
  byCookie ? { kind: 'user', orgId: actor.org_id, userId: actor.id } : { kind: 'organization', orgId: actor.org_id };

const requireScope = (log: ApiParts['log'], request: Request, { actor }: Caller): void => {
  const path = toPath(request.url);
  const scope = requiredScope(request.method, toScopePath(path));
  if (!scope) return;
  try {
    authorize(actor, { scope });
  } catch (error) {
    log.info('refused', { path, actor: actor.id, scope });
    throw error;
  }
};

/** `caller` is null where no credential is needed. */
const pass = async (parts: ApiParts, caller: Caller | null, request: Request, response: Response): Promise<void> => {
  await spendBudget(parts, response);
  const path = toPath(request.url);
  const destination = parts.findDestination(path);
  if (!destination) throw new AppError('not_found', `There is no path ${path}.`);
  response.setHeader('Cache-Control', 'no-store');
  const passage = getRequestContext(response);
  passage.route = destination.prefix;
  if (caller) passage.organization = await parts.organizations.current(caller.actor.org_id);
  await parts.forwarder.forward(destination.row, caller?.token ?? null, request, response);
};

/** Everything under `/v1`: who calls, whether the scope allows it, whether the rate allows it, and then to the service. */
export const makeApi =
  (parts: ApiParts): RequestHandler =>
  async (request, response, next) => {
    const path = toPath(request.url);
    if ((!path.startsWith('/v1/') && path !== '/v1') || path === OPENAPI_PATH) return next();
    const passage = getRequestContext(response);
    if (isOpenPath(request.method, toScopePath(path))) return pass(parts, null, request, response);
    const mayAsk = async () => (await parts.budgets.peek(passage.budget)).allowed;
    const caller = await parts.authenticate(request, mayAsk);
    const { org_id } = caller.actor;
    passage.budget = toBudget(caller);
    await runWithContext({ request_id: passage.requestId, org_id }, () => {
      requireScope(parts.log, request, caller);
      return pass(parts, caller, request, response);
    });
  };
