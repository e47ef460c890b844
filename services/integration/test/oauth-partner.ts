import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/**
 * An external system that is authorized by OAuth: the real `oidc-provider`, which requires PKCE, answers with `iss`, and
 * rotates refresh tokens; using one twice revokes the grant. `GET /ping` requires its access token.
 */
export type OauthPartner = {
  url: string;
  client_id: string;
  client_secret: string;
  /** The requests, as `POST /token`. */
  seen: string[];
  /** How many tokens were given for each kind of grant. */
  requested: Map<string, number>;
  /** Whether the user at the login refuses. */
  refuses: boolean;
  /** Answers every token request with this status until it is null again. */
  broken: number | null;
  /** Token requests wait for it. */
  acquire: (() => Promise<void>) | null;
  /** Visits an address as the user's browser does, and gives the address that it is sent back to in the end. */
  visit(address: string): Promise<URL>;
  /** Makes the access tokens that it was shown worth nothing. */
  endAccess(): void;
  /** Takes the grants back: refresh tokens are worth nothing, too. */
  revoke(): Promise<void>;
  stop(): Promise<void>;
};

const CLIENT = { client_id: 'quality', client_secret: 'a secret of more than thirty-two characters' };

const configurationFor = (redirectUri: string): Configuration => ({
  clients: [
    {
      ...CLIENT,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code'],
    },
  ],
  pkce: { required: () => true },
  scopes: ['openid', 'offline_access', 'api'],
  rotateRefreshToken: true,
  features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  cookies: { keys: ['a key of the test'] },
  ttl: { AccessToken: 3_600, ClientCredentials: 3_600, Grant: 86_400, Session: 86_400, Interaction: 600 },
});

/** Starts it on a free port for the redirect address. */
export const startOauthPartner = async (redirectUri: string): Promise<OauthPartner> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, configurationFor(redirectUri));
  const answer = provider.callback();
  const requested = new Map<string, number>();
  const issued = new Set<string>();
  const ended = new Set<string>();
  provider.on('grant.success', ({ oidc }) => {
    const type = String(oidc.params?.grant_type);
    requested.set(type, (requested.get(type) ?? 0) + 1);
  });
  const login = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const finish = (result: object) =>
      provider.interactionFinished(request, response, result as never, { mergeWithLastSubmission: true });
    if (partner.refuses) return finish({ error: 'access_denied' });
    if (prompt.name === 'login') return finish({ login: { accountId: 'ann' } });
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    await finish({ consent: { grantId: await grant.save() } });
  };

  const ping = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const value = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const token = (await provider.AccessToken.find(value)) ?? (await provider.ClientCredentials.find(value));
    if (token) issued.add(token.jti);
    const isGood = token !== undefined && !ended.has(token.jti);
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ version: 'v1' }));
  };

  server.on('request', async (request, response) => {
    partner.seen.push(`${request.method} ${request.url}`);
    if (request.url === '/token') await partner.acquire?.();
    if (request.url?.startsWith('/interaction/')) return void login(request, response);
    if (request.url === '/ping') return void ping(request, response);
    if (request.url === '/token' && partner.broken !== null)
      return void response.writeHead(partner.broken, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    return void answer(request, response);
  });

  const grants = new Set<string>();
  provider.on('grant.success', ({ oidc }) => {
    const id = oidc.entities.Grant?.jti;
    if (id) grants.add(id);
  });
  const partner: OauthPartner = {
    url,
    ...CLIENT,
    seen: [],
    requested,
    refuses: false,
    broken: null,
    acquire: null,
    visit: (address) => browse(address, redirectUri),
    endAccess: () => issued.forEach((id) => void ended.add(id)),
    async revoke() {
      partner.endAccess();
      for (const id of grants) await (await provider.Grant.find(id))?.destroy();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return partner;
};

/** Follows redirects with cookies until the browser is sent to the redirect address. */
const browse = async (address: string, redirectUri: string): Promise<URL> => {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  for (let step = 0; step < 20; step += 1) {
    if (next.href.startsWith(redirectUri)) return next;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location) throw new Error(`The login ended with ${answer.status}: ${await answer.text()}`);
    next = new URL(location, next);
  }
  throw new Error('The login never came to its end.');
};
