import {
  AppError,
  type Checks,
  type Log,
  methodNotAllowed,
  mountHealth,
  runWithContext,
  sampledTraceId,
  traceRequest,
} from '@qsc/service-kit/edge';
import cors from 'cors';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { type ApiParts, makeApi, OPENAPI_PATH } from './api.ts';
import { mountDashboardFiles } from './dashboard/dashboard-files.ts';
import { type DashboardParts, mountDashboardSession } from './dashboard/session.routes.ts';
import { mountDocsPage } from './document/docs-page.ts';
import type { OpenApiSource } from './document/openapi-source.ts';
import { sendPacked } from './document/packed.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { limitAddress, makeRefusal, reportAddress } from './refusal.ts';
import { beginRequestContext, getRequestContext } from './request-context.ts';
import { screen } from './screen.ts';

export type AppParts = ApiParts & {
  dashboard: DashboardParts;
  checks: Checks;
  openApi: Pick<OpenApiSource, 'current'>;
  metrics: GatewayMetrics;
  log: Log;
  isStopping: () => boolean;
};

export type AppOptions = {
  trustedProxies: readonly string[];
  corsOrigins: readonly string[];
  /** Origins that the documentation page may call. */
  docsOrigins: readonly string[];
};

const EXPOSED = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
];

const securityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
});

const begin =
  ({ metrics, isStopping }: AppParts): RequestHandler =>
  (request, response, next) => {
    const began = performance.now();
    const traceId = sampledTraceId();
    const context = beginRequestContext(request, response);
    response.setHeader('X-Request-Id', context.requestId);
    if (isStopping()) response.setHeader('Connection', 'close');
    response.once('close', () => {
      const labels = { route: context.route, method: request.method, status: response.statusCode };
      metrics.answered(labels, (performance.now() - began) / 1000, traceId);
    });
    runWithContext({ request_id: context.requestId }, next);
  };

const named =
  (route: string): RequestHandler =>
  (_request, response, next) => {
    getRequestContext(response).route = route;
    next();
  };

const mountCors = (app: Express, parts: AppParts, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  app.options('/{*path}', limitAddress(parts));
  app.use(cors({ origin: [...origins], exposedHeaders: EXPOSED, maxAge: 600 }));
};

const mountPublicPages = (app: Express, parts: AppParts, options: AppOptions): void => {
  app.use(['/livez', '/readyz'], named('health'), reportAddress(parts));
  mountHealth(app, parts.checks, parts.log);
  app.use(['/docs', OPENAPI_PATH], named('docs'), limitAddress(parts));
  app.get(OPENAPI_PATH, (request, response) => {
    sendPacked(parts.openApi.current(), { request, response: response.type('application/json') });
  });
  mountDocsPage(app, options.docsOrigins);
  app.get(['/', '/app', '/app/{*path}'], named('dashboard'), limitAddress(parts));
  mountDashboardFiles(app);
  app.all([OPENAPI_PATH, '/docs', '/docs/{*file}', '/livez', '/readyz'], (request) => {
    if (request.method === 'GET' || request.method === 'HEAD')
      throw new AppError('not_found', `There is no path ${request.path}.`);
    throw methodNotAllowed(['GET', 'HEAD']);
  });
};

/** The Express application of the gateway, in the order in which a request meets it. */
export const makeApp = (parts: AppParts, options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', false);
  if (options.trustedProxies.length > 0) app.set('trust proxy', [...options.trustedProxies]);
  app.use(traceRequest, securityHeaders, begin(parts));
  mountCors(app, parts, options.corsOrigins);
  app.use(screen, makeApi(parts));
  app.use('/app/session', named('session'), limitAddress(parts));
  mountDashboardSession(app, parts.dashboard);
  mountPublicPages(app, parts, options);
  app.use((request) => {
    throw new AppError('not_found', `There is no path ${request.path}.`);
  });
  app.use(makeRefusal(parts));
  return app;
};
