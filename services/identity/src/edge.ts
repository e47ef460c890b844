import type { Express, RequestHandler } from 'express';
import helmet from 'helmet';

type Options = { trustedProxies: readonly string[]; allowedOrigins: readonly string[] };

const ALLOWED = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Request-Id',
  'Access-Control-Expose-Headers': 'Retry-After, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

/** Lets the named browser applications call the token service; no other origin gets an answer that it could read. */
const allowOrigins = (allowed: readonly string[]): RequestHandler => {
  const origins: ReadonlySet<string> = new Set(allowed.map((url) => new URL(url).origin));
  return (request, response, next) => {
    const origin = request.get('origin');
    if (origins.size === 0 || request.path.startsWith('/v1/')) return next();
    response.vary('Origin');
    if (!origin || !origins.has(origin)) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, ...ALLOWED });
    if (request.method === 'OPTIONS') return void response.status(204).end();
    next();
  };
};

/**
 * What holds for every answer of the platform's authorization host: security headers, no other origins unless named, and
 * whose word on the sender's address counts.
 */
export const mountEdge = (app: Express, { trustedProxies, allowedOrigins }: Options): void => {
  app.set('trust proxy', trustedProxies.length > 0 ? [...trustedProxies] : false);
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
  app.use(allowOrigins(allowedOrigins));
};
