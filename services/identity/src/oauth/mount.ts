import { AppError, type Clock } from '@qsc/service-kit';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { FailureLimit } from '../session/failure-limit.ts';
import type { KeySet } from '../signing-key/signing-key.service.ts';

/** Answers a request of the token service. */
export type Answer = (request: Request, response: Response) => Promise<void>;

/** Puts a limit before what answers. */
export type LimitSecrets = (answer: Answer) => Answer;

const UNAUTHORIZED = 401;

/**
 * Keeps an address from guessing client secrets, each of which costs a hash: after too many refused ones the endpoint answers
 * `rate_limit_exceeded` until the window has passed. Whether the client waits for its answer does not matter.
 */
export const limitSecrets =
  (refused: FailureLimit, clock: Clock): LimitSecrets =>
  (answer) =>
  async (request, response) => {
    const place = await refused.take([request.ip ?? 'unknown'], clock());
    try {
      await answer(request, response);
      if (response.statusCode === UNAUTHORIZED) await place.keepFailure();
    } finally {
      await place.end();
    }
  };

type Parts = {
  /** The keys as they are now, whichever replica has changed them. */
  keySet: () => Promise<KeySet>;
  /** oidc-provider's own handler, of the key that signs now. */
  answer: Answer;
  /** Around the endpoints that check a client's secret. */
  limit: LimitSecrets;
};

const KEY_SET_SECONDS = 60;
/** Where the secret of a client is checked. */
const CHECKED: readonly string[] = ['/oauth/token', '/oauth/revoke'];
const READ = ['GET', 'HEAD'];

/** What is offered, by which methods. */
const OFFERED = new Map<string, readonly string[]>([
  ...CHECKED.map((path) => [path, ['POST']] as const),
  ['/oauth/authorize', READ],
  ['/.well-known/jwks.json', READ],
  ['/.well-known/openid-configuration', READ],
  ['/.well-known/oauth-authorization-server', READ],
]);

const plain = (path: string): string => path.replace(/\/$/, '');

/** The methods of a path, with or without a slash at its end; an authorization goes on below its own after the login. */
const listMethods = (path: string): readonly string[] | undefined =>
  path.startsWith('/oauth/authorize/') ? READ : OFFERED.get(plain(path));

const isChecked = ({ method, path }: Request): boolean => method === 'POST' && CHECKED.includes(plain(path));

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
  const limited = limit(answer);
  app.use(async (request, response, next) => {
    const methods = listMethods(request.path);
    if (!methods) return next();
    if (![...methods, 'OPTIONS'].includes(request.method)) {
      const Allow = methods.join(', ');
      throw new AppError('method_not_allowed', `This path takes ${Allow}.`, { headers: { Allow } });
    }
    // oidc-provider allows other origins by itself unless a header about them is there; `mountEdge` alone decides.
    response.set('Access-Control-Expose-Headers', 'Retry-After, X-Request-Id');
    await (isChecked(request) ? limited : answer)(request, response);
  });
};
