import { exampleId } from '@qsc/contracts';
import { type AnyRoute, Instant, list, none, route } from '@qsc/service-kit';
import { z } from 'zod';
import type { SessionService } from './session.service.ts';
import type { Session } from './session.ts';

const OwnSession = z
  .object({
    id: z.string(),
    kind: z.enum(['dashboard', 'application', 'api']).meta({
      description:
        'How it was begun: in the dashboard, by an OAuth application on behalf of the user, or by `/auth/token`.',
    }),
    user_agent: z.string().nullable().meta({ description: 'The browser or program, as it names itself.' }),
    created_at: Instant,
    active_at: Instant.nullable().meta({ description: 'The last input in the dashboard; null for another kind.' }),
    expires_at: Instant,
    current: z.boolean().meta({ description: 'Whether this request belongs to it.' }),
  })
  .meta({ id: 'OwnSession', description: 'A session in which the user is signed in.' });

const SessionId = z.object({
  session_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the session.', examples: [exampleId('session')] }),
});

const sessionExample = {
  id: exampleId('session'),
  kind: 'dashboard' as const,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  created_at: '2026-03-02T07:58:12.041Z',
  active_at: '2026-03-02T09:41:03.277Z',
  expires_at: '2026-03-02T19:58:12.041Z',
  current: true,
};

const toOwnSession = (session: Session, currentId: string | null): z.infer<typeof OwnSession> => ({
  id: session.id,
  kind: session.cookie_hash ? 'dashboard' : session.client_id ? 'application' : 'api',
  user_agent: session.user_agent ?? null,
  created_at: session.created_at.toISOString(),
  active_at: session.active_at?.toISOString() ?? null,
  expires_at: session.expires_at.toISOString(),
  current: session.id === currentId,
});

/** Where a user is signed in, and how one of these sessions is ended. */
export const ownSessionRoutes = (sessions: Pick<SessionService, 'listOwn' | 'endOwn'>): AnyRoute[] => [
  route({
    id: 'listOwnSessions',
    tag: 'Account',
    method: 'get',
    path: '/me/sessions',
    summary: 'List the own sessions',
    description:
      'Where the user is signed in: the newest 100 sessions that have not ended. Empty for an OAuth application.',
    scope: 'authenticated',
    answer: list(OwnSession),
    example: { answer: [sessionExample] },
    handle: async ({ call }) =>
      (await sessions.listOwn(call)).map((session) => toOwnSession(session, call.actor.session_id)),
  }),
  route({
    id: 'endOwnSession',
    tag: 'Account',
    method: 'delete',
    path: '/me/sessions/:session_id',
    summary: 'End one of the own sessions',
    description: 'The next request of that session is refused. One that has ended stays so.',
    scope: 'authenticated',
    params: SessionId,
    answer: none(),
    example: {},
    handle: ({ params, call }) => sessions.endOwn(params.session_id, call),
  }),
];
