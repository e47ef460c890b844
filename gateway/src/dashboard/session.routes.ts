import { roleAllows, toActor } from '@qsc/contracts';
import type { DashboardCookie__Output } from '@qsc/contracts/grpc/identity/v1/DashboardCookie';
import type { EndDashboardSessionRequest } from '@qsc/contracts/grpc/identity/v1/EndDashboardSessionRequest';
import type { OpenDashboardSessionRequest } from '@qsc/contracts/grpc/identity/v1/OpenDashboardSessionRequest';
import type { UnlockDashboardSessionRequest } from '@qsc/contracts/grpc/identity/v1/UnlockDashboardSessionRequest';
import {
  AppError,
  type GrpcClient,
  methodNotAllowed,
  parsePart,
  requireExactJson,
  type WatchedOrganizations,
} from '@qsc/service-kit/edge';
import { type Express, json, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { type ExchangedSession, noSession, type SessionExchange } from '../credential/session-exchange.ts';
import { getRequestContext } from '../request-context.ts';
import type { SessionCookie } from './cookie.ts';
import { isActive, requireDashboardHeader, requireOwnOrigin } from './own-origin.ts';

/** What the dashboard's sessions need of the gateway. */
export type DashboardParts = {
  identity: Pick<GrpcClient, 'call'>;
  organizations: Pick<WatchedOrganizations, 'get'>;
  sessions: Pick<SessionExchange, 'read'>;
  cookie: SessionCookie;
};

const PATH = '/app/session';
const UNLOCK_PATH = '/app/session/unlock';
const JSON_TYPE = 'application/json';
/** As long as a password check may wait for others. */
const CHECK_MS = 15_000;
const USER_AGENT_LENGTH = 512;

const Password = z.string().min(1).max(1_024);
const SignIn = z.strictObject({ username: z.string().min(1).max(254), password: Password });
const Unlock = z.strictObject({ password: Password });

const requireDashboard: RequestHandler = (request, response, next) => {
  requireOwnOrigin(request);
  requireDashboardHeader(request);
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const requireJson: RequestHandler = (request, _response, next) => {
  if (!request.is(JSON_TYPE)) throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  next();
};

const readBody = [
  requireJson,
  json({ type: JSON_TYPE, limit: '16kb', verify: (_request, _response, bytes) => requireExactJson(bytes) }),
];

const getBody = <Shape extends z.ZodType>(shape: Shape, request: Request): z.output<Shape> =>
  parsePart(shape, request.body, 'body') as z.output<Shape>;

/** Where a request comes from, as the audit entry of a login tells it. */
const toSender = (request: Request, response: Response) => {
  const { requestId, address } = getRequestContext(response);
  return {
    request_id: requestId,
    ip_address: address,
    user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? '',
  };
};

const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The session as its page reads it: who works in which organisation with which rights, and when that ends. */
const showSession = async (
  { claims, idleEndsAt, endsAt, idleMinutes }: ExchangedSession,
  organizations: DashboardParts['organizations'],
) => {
  const { id, name, email, role, org_id, scopes, must_change_password = false } = toActor(claims);
  const { name: orgName, time_zone, tier, sandbox, strict_mode } = await organizations.get(org_id);
  return {
    user: { id, name, email, role },
    organization: { id: org_id, name: orgName, time_zone, tier, sandbox, strict_mode },
    rights: scopes.filter((scope) => roleAllows(role, scope)),
    must_change_password,
    idle_minutes: idleMinutes,
    idle_ends_at: toInstant(idleEndsAt),
    ends_at: toInstant(endsAt),
  };
};

/**
 * Mounts the sign-in of the dashboard (decisions §3, "Dashboard sessions"). Each path takes requests of the dashboard's own
 * origin alone, and no answer holds a token.
 */
export const mountDashboardSession = (
  app: Express,
  { identity, organizations, sessions, cookie }: DashboardParts,
): void => {
  const setCookie = (response: Response, { value }: DashboardCookie__Output): void =>
    void response.cookie(cookie.name, value, cookie.options).status(204).end();

  const requireCookie = (request: Request): string => {
    const value = cookie.read(request.headers);
    if (value === undefined) throw noSession();
    return value;
  };

  app.use([PATH, UNLOCK_PATH], requireDashboard);

  app.get(PATH, async (request, response) => {
    const session = await sessions.read(requireCookie(request), isActive(request));
    response.json({ data: await showSession(session, organizations) });
  });

  app.post(PATH, ...readBody, async (request, response) => {
    const sent = { ...getBody(SignIn, request), sender: toSender(request, response) };
    setCookie(
      response,
      await identity.call<OpenDashboardSessionRequest, DashboardCookie__Output>('OpenDashboardSession', sent, CHECK_MS),
    );
  });

  app.post(UNLOCK_PATH, ...readBody, async (request, response) => {
    const { password } = getBody(Unlock, request);
    const sent = { cookie: requireCookie(request), password, sender: toSender(request, response) };
    setCookie(
      response,
      await identity.call<UnlockDashboardSessionRequest, DashboardCookie__Output>(
        'UnlockDashboardSession',
        sent,
        CHECK_MS,
      ),
    );
  });

  app.delete(PATH, async (request, response) => {
    const value = cookie.read(request.headers);
    const sent = { cookie: value ?? '', sender: toSender(request, response) };
    if (value !== undefined) await identity.call<EndDashboardSessionRequest, object>('EndDashboardSession', sent);
    response.clearCookie(cookie.name, cookie.options).status(204).end();
  });

  app.all(PATH, () => {
    throw methodNotAllowed(['GET', 'HEAD', 'POST', 'DELETE']);
  });
  app.all(UNLOCK_PATH, () => {
    throw methodNotAllowed(['POST']);
  });
};
