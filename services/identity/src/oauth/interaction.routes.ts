import { ROLE_SCOPES } from '@qsc/contracts';
import { AppError, type Call, parsePart } from '@qsc/service-kit';
import { type Express, type Request, type RequestHandler, type Response, urlencoded } from 'express';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { z } from 'zod';
import type { LoginService } from '../session/login.service.ts';
import type { SessionService } from '../session/session.service.ts';
import type { User } from '../user/user.ts';
import { errorPage, type LoginView, loginPage, pagePolicy } from './page.ts';
import { clientScopes } from './provider.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

type Parts = {
  provider: () => Provider;
  logins: Pick<LoginService, 'logIn'>;
  sessions: Pick<SessionService, 'openForGrant'>;
  audience: string;
  buildCall: (request: Request) => Call;
};

const Form = z.object({
  action: z.enum(['sign-in', 'cancel']).default('sign-in'),
  username: z.string().max(254).default(''),
  password: z.string().max(1_024).default(''),
});

const readForm = urlencoded({ extended: false, limit: '16kb' });

const sendPage = (response: Response, status: number, content: { html: string; target: string | null }): void => {
  response.status(status).set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy': pagePolicy(content.target),
  });
  response.type('html').send(content.html);
};

const toOrigin = (redirectUri: unknown): string | null => URL.parse(String(redirectUri))?.origin ?? null;

/** Shows that there is no such interaction (any more) instead of failing. */
const withInteraction =
  (
    { provider }: Parts,
    handle: (found: { request: Request; response: Response; interaction: Interaction }) => Promise<void>,
  ): RequestHandler =>
  async (request, response) => {
    let interaction: Interaction;
    try {
      interaction = await provider().interactionDetails(request, response);
      if (interaction.uid !== request.params.uid) throw new errors.SessionNotFound('another interaction');
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendPage(response, 400, {
        html: errorPage('', 'This login has expired or was finished already.'),
        target: null,
      });
    }
    await handle({ request, response, interaction });
  };

/** The login page of the authorization code flow: own HTML, nothing loaded from elsewhere. */
export const mountInteraction = (app: Express, parts: Parts): void => {
  const { logins, sessions, audience, buildCall } = parts;

  const findClient = async ({ params }: Interaction) => {
    const client = await parts.provider().Client.find(String(params.client_id));
    if (!client) throw new errors.InvalidClient('client is gone', 'client not found');
    return client;
  };

  const show = async (
    response: Response,
    interaction: Interaction,
    view: Omit<LoginView, 'application'> & { status: number },
  ) => {
    const client = await findClient(interaction);
    const html = loginPage({ application: client.clientName ?? client.clientId, ...view });
    sendPage(response, view.status, { html, target: toOrigin(interaction.params.redirect_uri) });
  };

  /** The grant of the requested scopes, as far as application and role allow them; the rest is marked as refused. */
  const makeGrant = async (interaction: Interaction, user: User) => {
    const provider = parts.provider();
    const client = await findClient(interaction);
    const requested = String(interaction.params.scope ?? '')
      .split(' ')
      .filter(Boolean);
    const allowed = clientScopes(client).filter(
      (scope) => requested.includes(scope) && ROLE_SCOPES[user.role].includes(scope),
    );
    const refused = clientScopes(client).filter((scope) => !allowed.includes(scope));
    const grant = new provider.Grant({ accountId: user.id, clientId: client.clientId });
    const oidc = requested.filter((scope) => scope === 'openid' || scope === 'offline_access');
    grant.addOIDCScope([...oidc, ...allowed].join(' '));
    grant.addResourceScope(audience, allowed.join(' '));
    grant.rejectOIDCScope(refused.join(' '));
    grant.rejectResourceScope(audience, refused.join(' '));
    return { id: await grant.save(), scopes: allowed, clientId: client.clientId };
  };

  const finish = async (request: Request, response: Response, interaction: Interaction, user: User): Promise<void> => {
    const grant = await makeGrant(interaction, user);
    await sessions.openForGrant(
      user,
      { client_id: grant.clientId, grant_id: grant.id, scopes: grant.scopes },
      buildCall(request),
    );
    const result = { login: { accountId: user.id, remember: false }, consent: { grantId: grant.id } };
    await parts.provider().interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const refuse = async (
    response: Response,
    interaction: Interaction,
    refusal: { error: AppError; username: string },
  ) => {
    const { error, username } = refusal;
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
    const status = error.code === 'rate_limit_exceeded' ? 429 : 400;
    await show(response, interaction, { status, problem: error.message, username });
  };

  const submit: Parameters<typeof withInteraction>[1] = async ({ request, response, interaction }) => {
    const form = parsePart(Form, request.body ?? {}, 'body') as z.infer<typeof Form>;
    if (form.action === 'cancel') {
      const result = { error: 'access_denied', error_description: 'The user cancelled the login.' };
      return parts.provider().interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const client = await findClient(interaction);
    const orgId = typeof client.org_id === 'string' ? client.org_id : null;
    try {
      await finish(request, response, interaction, await logins.logIn(form, orgId, buildCall(request)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await refuse(response, interaction, { error, username: form.username });
    }
  };

  app.get(
    '/oauth/interaction/:uid',
    withInteraction(parts, ({ response, interaction }) =>
      show(response, interaction, { status: 200, problem: null, username: '' }),
    ),
  );
  app.post('/oauth/interaction/:uid', readForm, withInteraction(parts, submit));
};
