import type { AccessTokenClaims } from '@qsc/contracts';
import { AppError, type Call, parseBearer, parsePart, requireExactJson } from '@qsc/service-kit';
import { type Express, json, type Request, type RequestHandler } from 'express';
import { z } from 'zod';
import { TypedPassword } from '../password/password.schemas.ts';
import type { SessionService } from './session.service.ts';

const Login = z.strictObject({ username: z.string().min(1).max(254), password: TypedPassword });
/** Takes more than is issued: a token of another kind, such as an access token, is not valid and no fault of form. */
const RefreshToken = z.string().min(1).max(4096);
const Refresh = z.strictObject({ refresh_token: RefreshToken });
const Logout = z.strictObject({ refresh_token: RefreshToken.optional() });

type Parts = {
  sessions: Pick<SessionService, 'logIn' | 'refresh' | 'logOut'>;
  /** The claims of a token that is neither expired nor revoked. Throws `unauthorized`. */
  verify: (token: string) => AccessTokenClaims;
  buildCall: (request: Request) => Call;
};

const JSON_TYPE = 'application/json';

const requireJson: RequestHandler = (request, _response, next) => {
  if (request.get('content-type') !== undefined && !request.is(JSON_TYPE))
    throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  next();
};

const readBody = [
  requireJson,
  json({ type: JSON_TYPE, limit: '16kb', verify: (_request, _response, bytes) => requireExactJson(bytes) }),
];

const getBody = <Shape extends z.ZodType>(shape: Shape, request: Request): z.output<Shape> =>
  parsePart(shape, request.body ?? {}, 'body') as z.output<Shape>;

/** Tokens are for the caller and for nobody in between. */
const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

const refuseOthers: RequestHandler = () => {
  throw new AppError('method_not_allowed', 'This path takes POST.', { headers: { Allow: 'POST' } });
};

/** First-party login, refresh and logout (decisions §3). Errors are in the form of the API. */
export const mountAuth = (app: Express, { sessions, verify, buildCall }: Parts): void => {
  const post = (path: string, handle: RequestHandler): void => {
    app.post(path, noStore, ...readBody, handle);
    app.all(path, refuseOthers);
  };

  /** The access token's claims; one that has expired meanwhile is no hindrance where a refresh token came with it. */
  const claimsUnless = (hasOther: boolean, authorization: string | undefined): AccessTokenClaims | null => {
    try {
      return verify(parseBearer(authorization));
    } catch (error) {
      if (hasOther) return null;
      throw error;
    }
  };

  post('/auth/login', async (request, response) => {
    response.json(await sessions.logIn(getBody(Login, request), buildCall(request)));
  });

  post('/auth/refresh', async (request, response) => {
    response.json(await sessions.refresh(getBody(Refresh, request).refresh_token, buildCall(request)));
  });

  post('/auth/logout', async (request, response) => {
    const { refresh_token } = getBody(Logout, request);
    const claims = claimsUnless(refresh_token !== undefined, request.get('authorization'));
    await sessions.logOut({ claims, refreshToken: refresh_token ?? null }, buildCall(request));
    response.status(204).end();
  });
};
