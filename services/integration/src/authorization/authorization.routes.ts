import { type AnyRoute, html, one, openRoute, route, systemCall } from '@qsc/service-kit';
import { ConnectionId } from '../connection/connection.schemas.ts';
import { Authorization, CallbackQuery } from './authorization.schemas.ts';
import type { AuthorizationService } from './authorization.service.ts';
import { authorizedPage } from './callback.page.ts';

export const CALLBACK_PATH = '/integrations/callback';

const authorizationExample = {
  authorization_url:
    'https://login.example.com/authorize?response_type=code&client_id=quality&code_challenge_method=S256',
  state: 'kQ3Y8h2b1C0m5nV7x9ZaTq4w6E8r0uIoPlKjHgFdSaM',
  expires_at: '2026-03-02T09:10:00.000Z',
  status: 'pending_authorization' as const,
};

/** The authorization of connections (decisions, "Integrations"). */
export const authorizationRoutes = (authorizations: AuthorizationService): AnyRoute[] => [
  route({
    id: 'authorizeConnection',
    tag: 'Integrations',
    method: 'post',
    path: '/integrations/connections/:connection_id/authorize',
    summary: 'Authorize a connection',
    description:
      'For OAuth with a user, `authorization_url` is where that user logs in, once and before `expires_at`; the external system then returns to `GET /v1/integrations/callback`. Any other connection logs in at once, and its settings are proven by that. It can be done again at any time, and has to be after a change of the login or when the connection is in `error`.',
    scope: 'admin:write',
    params: ConnectionId,
    answer: one(Authorization),
    throws: ['authorization_failed'],
    example: { answer: authorizationExample },
    handle: ({ params, call }) => authorizations.start(params.connection_id, call),
  }),
  openRoute({
    id: 'finishConnectionAuthorization',
    tag: 'Integrations',
    method: 'get',
    path: CALLBACK_PATH,
    summary: 'Come back from the login at the external system',
    description:
      'Where external systems send the user after the login; the redirect address of the OAuth client there. The one-use `state` is the only credential. Answers a page.',
    query: CallbackQuery,
    answer: html(),
    throws: ['authorization_failed'],
    example: {},
    async handle({ opened, call }) {
      const parameters = new URL(opened.url, 'http://callback').searchParams;
      const { name } = await authorizations.finish(parameters, { ...systemCall('', call.now), ...call });
      return authorizedPage(name);
    },
  }),
];
