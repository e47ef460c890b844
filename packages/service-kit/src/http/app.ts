import { parse as parseQuery } from 'node:querystring';
import { type Actor, systemActor } from '@qsc/contracts';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import type { Call } from '../call.ts';
import type { Clock } from '../clock.ts';
import { runWithContext } from '../context.ts';
import { AppError } from '../error.ts';
import type { RequestOrganizations } from '../identity/organization.ts';
import type { Log } from '../log.ts';
import { EDGE_HEADER, EDGE_VERSION_HEADER, type Edge, type MeshSecret, makeEdgeSeal } from '../mesh-secret.ts';
import type { HttpMetrics } from '../metrics.ts';
import { type Authenticate, authorize } from './authenticate.ts';
import { type BodyBudget, makeBodyBudget } from './body-budget.ts';
import { requireExactJson } from './exact-json.ts';
import { makeIdempotencyKeys, type OncePerKey } from './idempotency.ts';
import { receiveForm } from './multipart.ts';
import { problems, sendProblem } from './problem.ts';
import { buildCall, parsePart, toRequestId } from './request.ts';
import type { AnyRoute } from './route.ts';
import { prepare, send } from './send.ts';
import { requirePlainQuery, requireStorable, requireUtf8 } from './storable.ts';
import { traceRequest } from './trace.ts';
import type { ReceivedFile } from './upload.ts';

/** What the application needs of the service around it. */
export type AppParts = {
  routes: readonly AnyRoute[];
  authenticate: Authenticate;
  organizations: RequestOrganizations;
  oncePerKey: OncePerKey;
  meshSecret: MeshSecret;
  clock: Clock;
  log: Log;
  metrics: HttpMetrics;
};

type Locals = { requestId: string; actor?: Actor; body?: Buffer; values?: number; file?: ReceivedFile };

const BODY_LIMIT = 1024 * 1024;
const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

const getLocals = (response: Response): Locals => response.locals as unknown as Locals;

const requireReason = (route: AnyRoute, { organization, reason }: Call): void => {
  if (route.gxp && organization?.strict_mode && reason === null)
    throw new AppError(
      'reason_required',
      'This organisation asks for a reason. Send it in the header X-Change-Reason.',
    );
};

/** Who acts where nobody said so: of no organisation, so that nothing can be read or written in that name. */
const NOBODY = systemActor('');

const admit =
  ({ authenticate, log }: AppParts, route: AnyRoute): RequestHandler =>
  async (request, response, next) => {
    if (route.scope === 'open') {
      getLocals(response).actor = NOBODY;
      return next();
    }
    const { furtherScopes = [], roles, permitsForeignPassword } = route;
    const actor = await authenticate(request.get('authorization'));
    const locals = getLocals(response);
    locals.actor = actor;
    const scope = route.mayLackScope?.(actor) ? 'authenticated' : route.scope;
    runWithContext({ request_id: locals.requestId, org_id: actor.org_id }, () => {
      try {
        authorize(actor, { scope, roles, permitsForeignPassword });
        for (const further of furtherScopes) authorize(actor, { scope: further });
        next();
      } catch (error) {
        log.info('refused', { path: route.path, actor: actor.id, scope });
        next(error);
      }
    });
  };

/** A route without a shape of its body takes an empty one: what has members would be lost in silence. */
const readsJson = ({ method, consumes, upload, body }: AnyRoute): boolean =>
  !consumes && !upload && (body !== undefined || !['get', 'delete'].includes(method));

const NO_BODY = z.strictObject({}).nullish();

const readJson = (route: AnyRoute, budget: BodyBudget): RequestHandler[] => {
  if (!readsJson(route)) return [];
  const parse = express.json({
    type: JSON_TYPES,
    limit: route.bodyLimit ?? BODY_LIMIT,
    inflate: false,
    strict: false,
    verify: (_request, response, bytes, charset) => {
      requireUtf8(bytes, charset);
      requireExactJson(bytes);
      budget.requireRoom({ bytes: bytes.length, values: 0 });
      getLocals(response as unknown as Response).body = bytes;
    },
  });
  const requireJson = (request: Request, _response: Response, next: NextFunction) => {
    const type = request.get('content-type');
    const isEmpty = !route.body && (type === undefined || request.get('content-length') === '0');
    if (!isEmpty && request.is(JSON_TYPES) === false)
      throw new AppError('unsupported_media_type', 'Send the body as application/json.');
    next();
  };
  const requirePlainBody = (request: Request, response: Response, next: NextFunction) => {
    const locals = getLocals(response);
    if (!locals.body?.length) request.body = undefined;
    locals.values = requireStorable(request.body);
    next();
  };
  return [requireJson, parse, requirePlainBody];
};

/** The body of an open route as it came, whatever it is. */
const readOpened = (route: AnyRoute): RequestHandler[] => {
  const { consumes, scope, bodyLimit: limit = BODY_LIMIT } = route;
  if (scope !== 'open' || !consumes) return [];
  const requireType = (request: Request, _response: Response, next: NextFunction) => {
    if (request.is([...consumes]) === false)
      throw new AppError('unsupported_media_type', `Send the body as ${consumes.join(' or ')}.`);
    next();
  };
  const storeBody = (request: Request, response: Response, next: NextFunction) => {
    if (Buffer.isBuffer(request.body)) getLocals(response).body = request.body;
    next();
  };
  return [requireType, express.raw({ type: () => true, limit, inflate: false }), storeBody];
};

/** What an idempotency key stands for is the file's checksum and the metadata as it came, in place of the body. */
const readUpload = ({ upload }: AnyRoute): RequestHandler[] => {
  if (!upload) return [];
  return [
    async (request, response, next) => {
      const locals = getLocals(response);
      if (!locals.actor) throw new Error('a route was reached without an actor');
      const { file, metadata, text } = await receiveForm(upload, request, locals.actor);
      locals.file = file;
      locals.body = Buffer.from(`${file.checksum}\0${text}`);
      request.body = metadata;
      next();
    },
  ];
};

const VERSION = /^[\w.+-]{1,64}$/;

/** A version as a header states it; the seal beside it does not cover it. */
const versionIn = (header: string | undefined): string | undefined =>
  header !== undefined && VERSION.test(header) ? header : undefined;

/** Aborted when the connection closes before the answer is sent. */
const goneSignal = (response: Response): AbortSignal => {
  const gone = new AbortController();
  const leave = () => {
    if (!response.writableFinished) gone.abort(new AppError('invalid_request', 'The caller has left.'));
  };
  if (response.destroyed) leave();
  else response.once('close', leave);
  return gone.signal;
};

const makeCallFor = ({ clock, meshSecret, organizations }: AppParts, route: AnyRoute) => {
  const toIdempotency = makeIdempotencyKeys(meshSecret, route);
  const edgeSeal = makeEdgeSeal(meshSecret);
  // The gateway gives the caller's organisation, where it knows it as it is now.
  const organizationOf = async ({ org_id }: Actor, edge: Edge | null): Promise<Call['organization']> => {
    if (route.scope === 'open') return undefined;
    if (edge?.organization?.id !== org_id) return organizations.get(org_id);
    organizations.remember?.(edge.organization);
    return edge.organization;
  };
  return async (request: Request, response: Response): Promise<Call> => {
    const { requestId, actor, body = Buffer.alloc(0) } = getLocals(response);
    if (!actor) throw new Error('a route was reached without an actor');
    const edge = edgeSeal.open(requestId, request.get(EDGE_HEADER));
    return buildCall(request, {
      actor,
      requestId,
      now: clock(),
      organization: await organizationOf(actor, edge),
      idempotency: toIdempotency(request, { actor, body }),
      client: {
        ip_address: edge?.address ?? request.socket.remoteAddress ?? null,
        user_agent: request.get('user-agent')?.slice(0, 512) ?? null,
        api_key_id: actor.api_key_id,
      },
      gatewayVersion: edge === null ? undefined : versionIn(request.get(EDGE_VERSION_HEADER)),
      gone: goneSignal(response),
    });
  };
};

const buildOpened = (request: Request, { body = Buffer.alloc(0) }: Locals) => ({
  opened: { headers: request.headers, body, url: request.originalUrl },
});

const respond = (parts: AppParts, route: AnyRoute) => {
  const callFor = makeCallFor(parts, route);
  return async (request: Request, response: Response): Promise<void> => {
    const call = await callFor(request, response);
    const parsed = {
      params: parsePart(route.params, request.params, 'path'),
      query: parsePart(route.query, withoutReason(request), 'query'),
      body: parsePart(route.body ?? (readsJson(route) ? NO_BODY : undefined), request.body, 'body'),
    };
    requireReason(route, call);
    const { file } = getLocals(response);
    const opened = route.scope === 'open' ? buildOpened(request, getLocals(response)) : {};
    const run = () => route.handle({ ...parsed, call, ...(file ? { file } : {}), ...opened });
    const { value, replayed } = await parts.oncePerKey(call, run);
    if (replayed) {
      response.set('Idempotency-Replayed', 'true');
      await file?.discard();
    }
    return send(route.answer, { request, response }, prepare(route.answer, value));
  };
};

const handle = (parts: AppParts, route: AnyRoute, budget: BodyBudget): RequestHandler => {
  const answer = respond(parts, route);
  return async (request, response) => {
    const { body, values = 0, file } = getLocals(response);
    try {
      await budget.hold({ bytes: body?.length ?? 0, values }, () => answer(request, response));
    } catch (error) {
      await file?.discard();
      throw error;
    }
  };
};

const withoutReason = (request: Request): unknown => {
  if (request.method !== 'DELETE') return request.query;
  const { reason: _reason, ...rest } = request.query;
  return rest;
};

const NO_QUERY = z.strictObject({});

const refuseUnknownQuery =
  (route: AnyRoute): RequestHandler =>
  (request, _response, next) => {
    requirePlainQuery(request.query, request.url);
    if (!route.query) parsePart(NO_QUERY, withoutReason(request), 'query');
    next();
  };

const begin =
  ({ metrics }: AppParts): RequestHandler =>
  (request, response, next) => {
    const requestId = toRequestId(request.get('x-request-id'));
    getLocals(response).requestId = requestId;
    response.set('X-Request-Id', requestId);
    metrics.observe(request, response);
    runWithContext({ request_id: requestId }, next);
  };

const refuseOtherMethods = (routes: readonly AnyRoute[]): RequestHandler => {
  const allow = routes.map((route) => route.method.toUpperCase()).join(', ');
  return () => {
    throw new AppError('method_not_allowed', `This path takes ${allow}.`, { headers: { Allow: allow } });
  };
};

/** Reads every parameter: one beyond those that Node reads by default would be a filter that is lost in silence. */
const readQuery = (query: string) => parseQuery(query, '&', '=', { maxKeys: 0 });

/** The Express application of a service under `/v1`: each route admits, parses, handles and answers in that order. */
export const makeApp = (parts: AppParts, around: { before?: (app: Express) => void } = {}): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', readQuery);
  app.use(traceRequest, begin(parts));
  around.before?.(app);
  const budget = makeBodyBudget();
  const byPath = Map.groupBy(parts.routes, (route) => `/v1${route.path}`);
  for (const [path, routes] of byPath) {
    for (const route of routes) {
      const read = [...readJson(route, budget), ...readOpened(route), refuseUnknownQuery(route), ...readUpload(route)];
      const chain = [admit(parts, route), ...read, handle(parts, route, budget)];
      app[route.method](path, ...chain);
    }
    app.all(path, refuseOtherMethods(routes));
  }
  app.use((request, response) => {
    sendProblem(
      response,
      new AppError('not_found', `There is no path ${request.path}.`),
      getLocals(response).requestId,
    );
  });
  app.use(problems(parts.log, (response) => getLocals(response).requestId));
  return app;
};
