import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@qsc/service-kit';
import type { Express, RequestHandler } from 'express';
import type { KeySet } from '../signing-key/signing-key.service.ts';

type Parts = {
  /** The keys as they are now, whichever replica has changed them. */
  keySet: () => Promise<KeySet>;
  /** oidc-provider's own handler, of the key that signs now. */
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Before the token endpoint. */
  limit: RequestHandler;
};

const KEY_SET_SECONDS = 60;
const POST_ONLY = ['/oauth/token', '/oauth/revoke'];

/** Addresses are those of the issuer, whatever host a request names, and nothing in its headers changes them. */
const asIssuer = (issuer: string): RequestHandler => {
  const { host, protocol } = new URL(issuer);
  return (request, _response, next) => {
    request.headers.host = host;
    request.headers['x-forwarded-host'] = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    next();
  };
};

const isTokenService = (path: string): boolean => path.startsWith('/oauth/') || path.startsWith('/.well-known/');

/** Before every handler of the token service; goes ahead of the login page. */
export const mountIssuer = (app: Express, issuer: string): void => {
  const fix = asIssuer(issuer);
  app.use((request, response, next) => (isTokenService(request.path) ? fix(request, response, next) : next()));
};

/** The OAuth endpoints, the discovery document and the published key set. */
export const mountProvider = (app: Express, { keySet, answer, limit }: Parts): void => {
  app.get('/.well-known/jwks.json', async (_request, response) => {
    response.set('Cache-Control', `public, max-age=${KEY_SET_SECONDS}`).json(await keySet());
  });
  for (const path of POST_ONLY) {
    app.post(path, limit);
    app.all(path, (request, _response, next) => {
      if (request.method === 'POST' || request.method === 'OPTIONS') return next();
      throw new AppError('method_not_allowed', 'This path takes POST.', { headers: { Allow: 'POST' } });
    });
  }
  app.use((request, response, next) => {
    if (!isTokenService(request.path)) return next();
    // oidc-provider allows other origins by itself unless a header about them is there; `mountEdge` alone decides.
    response.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    void answer(request, response);
  });
};
