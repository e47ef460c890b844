import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isScope, SCOPES, type Scope } from '@qsc/contracts';
import { type Clock, errorFields, type Log } from '@qsc/service-kit';
import Provider, {
  type AdapterFactory,
  type Configuration,
  errors,
  type FindAccount,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Passwords } from '../password/password-hash.ts';
import type { SessionService } from '../session/session.service.ts';
import type { Session } from '../session/session.ts';
import type { SigningKeys } from '../signing-key/signing-key.service.ts';
import { userClaims } from '../token/access-token.ts';
import { LIFETIME } from '../token/lifetime.ts';
import type { User } from '../user/user.ts';
import { errorPage, pagePolicy } from './page.ts';

export type ProviderParts = {
  issuer: string;
  audience: string;
  adapter: AdapterFactory;
  sessions: Pick<SessionService, 'findAlive'>;
  users: { findById(id: string): Promise<User | null> };
  passwords: Pick<Passwords, 'verify'>;
  /** The first signs cookies, all check them. */
  cookieKeys: readonly string[];
  sessionSeconds: number;
  clock: Clock;
  log: Log;
};

type OurAccount = {
  accountId: string;
  claims: () => { sub: string; name: string; email: string };
  user: User;
  session: Session | null;
};

type Client = NonNullable<KoaContextWithOIDC['oidc']['client']>;

const INTERACTION_SECONDS = 600;

const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  jwks: '/.well-known/jwks.json',
  end_session: '/oauth/session/end',
};

/** The scopes of the API that the client was given. */
export const clientScopes = (client: Pick<Client, 'scope'>): Scope[] => (client.scope ?? '').split(' ').filter(isScope);

const makeFindAccount =
  ({ sessions, users, clock }: ProviderParts): FindAccount =>
  async (_ctx, id, token) => {
    const grantId = (token as { grantId?: string } | undefined)?.grantId;
    const alive = grantId ? await sessions.findAlive(grantId, clock()) : null;
    const user = grantId ? alive?.user : await users.findById(id);
    if (!user || user.id !== id || !user.active) return undefined;
    const claims = () => ({ sub: user.id, name: user.name, email: user.email });
    return { accountId: id, claims, user, session: alive?.session ?? null } as OurAccount;
  };

/**
 * Where scopes are settled, for requests that name some: none means all of the application's, and one that
 * it was not given is refused by name (`invalid_scope`).
 */
const settleScopes = (ctx: KoaContextWithOIDC, client: Client): void => {
  const { params, route } = ctx.oidc;
  if (!params || (route === 'token' && params.grant_type !== 'client_credentials')) return;
  const given = clientScopes(client);
  const requested = typeof params.scope === 'string' ? params.scope.split(' ').filter(Boolean) : [];
  const wanted = requested.filter((scope) => scope !== 'openid' && scope !== 'offline_access');
  const foreign = wanted.find((scope) => !isScope(scope) || !given.includes(scope));
  if (foreign !== undefined) throw new errors.InvalidScope('requested scope is not allowed', foreign);
  if (requested.length === 0) params.scope = given.join(' ');
};

const extraClaims = async (ctx: KoaContextWithOIDC, token: { kind: string }): Promise<Record<string, unknown>> => {
  const { client } = ctx.oidc;
  if (token.kind === 'ClientCredentials')
    return { org_id: client?.org_id, kind: 'application', name: client?.clientName };
  const { user, session } = ctx.oidc.account as unknown as OurAccount;
  if (!session) throw new Error('an access token was asked for without a session');
  return userClaims(user, { orgId: session.org_id, scopes: [], sid: session.id });
};

const features = ({ audience }: ProviderParts): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  userinfo: { enabled: false },
  clientCredentials: { enabled: true },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => audience,
    useGrantedResource: () => true,
    getResourceServerInfo(ctx, resource, client) {
      if (resource !== audience) throw new errors.InvalidTarget();
      settleScopes(ctx, client);
      return { scope: SCOPES.join(' '), audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } };
    },
  },
});

const timesToLive = (sessionSeconds: number): NonNullable<Configuration['ttl']> => ({
  AccessToken: LIFETIME.user,
  AuthorizationCode: 60,
  ClientCredentials: LIFETIME.application,
  Grant: sessionSeconds + INTERACTION_SECONDS,
  IdToken: LIFETIME.user,
  Interaction: INTERACTION_SECONDS,
  RefreshToken: (ctx) => ctx?.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessionSeconds,
  Session: INTERACTION_SECONDS,
});

const buildConfiguration = (parts: ProviderParts, key: { kid: string; privateKey: KeyObject }): Configuration => ({
  adapter: parts.adapter,
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  clientBasedCORS: () => false,
  cookies: {
    keys: [...parts.cookieKeys],
    long: { httpOnly: true, sameSite: 'lax' },
    short: { httpOnly: true, sameSite: 'lax' },
  },
  expiresWithSession: async () => false,
  extraClientMetadata: { properties: ['org_id'] },
  extraTokenClaims: extraClaims,
  features: features(parts),
  findAccount: makeFindAccount(parts),
  interactions: { url: (_ctx, interaction) => `/oauth/interaction/${interaction.uid}` },
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.kid, use: 'sig', alg: 'RS256' }] as never },
  pkce: { required: () => true },
  renderError(ctx, out) {
    ctx.set('Content-Security-Policy', pagePolicy(null));
    ctx.type = 'html';
    ctx.body = errorPage(String(out.error), String(out.error_description ?? ''));
  },
  responseTypes: ['code'],
  rotateRefreshToken: true,
  routes: ROUTES,
  scopes: ['openid', 'offline_access', ...SCOPES],
  ttl: timesToLive(parts.sessionSeconds),
});

/**
 * The authorization server (specification, "OAuth 2.0 client credentials"; decisions §3) that signs with one key. A new one
 * is made when the key changes; everything that lasts is in the adapter.
 */
export const makeProvider = (parts: ProviderParts, key: { kid: string; privateKey: KeyObject }): Provider => {
  const provider = new Provider(parts.issuer, buildConfiguration(parts, key));
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compare(this: { clientSecret?: string }, secret: string) {
    return parts.passwords.verify(this.clientSecret ?? null, secret);
  } as never;
  provider.on('grant.error', (_ctx, error) => parts.log.info('a token was refused', { reason: error.message }));
  provider.on('server_error', (_ctx, error) => parts.log.error('the token service failed', errorFields(error)));
  return provider;
};

export type CurrentProvider = {
  provider(): Provider;
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** The authorization server of the key that signs now; made again when the key changes, while requests of the old one finish. */
export const makeCurrentProvider = (keys: Pick<SigningKeys, 'open'>, parts: ProviderParts): CurrentProvider => {
  let made: { kid: string; provider: Provider; answer: CurrentProvider['answer'] } | undefined;
  const current = () => {
    const key = keys.open();
    if (made?.kid !== key.kid) {
      const provider = makeProvider(parts, key);
      made = { kid: key.kid, provider, answer: provider.callback() };
    }
    return made;
  };
  return {
    provider: () => current().provider,
    answer: (request, response) => current().answer(request, response),
  };
};
