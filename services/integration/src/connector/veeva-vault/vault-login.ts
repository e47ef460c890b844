import type { Credential, RemoteAnswer, RemoteRequest } from '../../remote/remote.ts';
import { AuthorizationLost, RemoteRefusal } from '../../remote/remote-error.ts';
import type { LoginContext, RemoteContext } from '../connector.ts';
import { apiUrl, getHost, sessionUrl } from './vault-address.ts';
import { readVault, requireSuccess, toBody, type VaultBody } from './vault-answer.ts';

/** Vault ends a session that was idle for 20 minutes. */
const KEEP_ALIVE_MS = 10 * 60_000;
/** Above its burst limit the login API fails until the minute is over. */
const LOGIN_LIMIT_MS = 60_000;

/** Somebody must do something: another try would not help, and would bring the user nearer to being locked out. */
const LOST = new Set([
  'USERNAME_OR_PASSWORD_INCORRECT',
  'NO_PASSWORD_PROVIDED',
  'INACTIVE_USER',
  'USER_LOCKED_OUT',
  'PASSWORD_CHANGE_REQUIRED',
  'INSUFFICIENT_ACCESS',
  'PARAMETER_REQUIRED',
  'INVALID_DATA',
]);

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

/**
 * Logs in by user name and password. Throws `AuthorizationLost` where Vault refuses the user or opens a session of another
 * vault, `RATE_LIMIT` above the burst limit of logins.
 */
export const login = async (context: LoginContext): Promise<Credential> => {
  const { endpoints, authentication, secrets } = context;
  const { username } = authentication;
  if (typeof username !== 'string' || secrets.password === undefined)
    throw new AuthorizationLost('The connection has no user name and password. Set them and authorize it again.');
  const form = { username, password: secrets.password, vaultDNS: getHost(endpoints) };
  return openSession(context, {
    url: apiUrl(endpoints, '/auth'),
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams(form).toString(),
  });
};

/**
 * Turns a token of OAuth into a session, by the OAuth profile of the Vault (`authentication.profile_id`). Throws as `login`
 * does.
 */
export const exchange = async (context: LoginContext, accessToken: string): Promise<Credential> => {
  const { endpoints, authentication } = context;
  const { profile_id: profile, client_id: clientId } = authentication;
  if (typeof profile !== 'string')
    throw new AuthorizationLost('The connection has no "profile_id". Set the id of the OAuth profile of your Vault.');
  const form = { vaultDNS: getHost(endpoints), ...(typeof clientId === 'string' ? { client_id: clientId } : {}) };
  return openSession(context, {
    url: sessionUrl(endpoints, profile),
    method: 'POST',
    headers: { ...FORM, authorization: `Bearer ${accessToken}` },
    body: new URLSearchParams(form).toString(),
  });
};

/** Puts the session into a request: bare, without a scheme. */
export const apply = (request: RemoteRequest, { values }: Credential): RemoteRequest => ({
  ...request,
  headers: { ...request.headers, authorization: values.session_id ?? '' },
});

export const keepAlive = {
  everyMs: KEEP_ALIVE_MS,
  ping: async ({ call, endpoints }: RemoteContext): Promise<void> => {
    await call({ url: apiUrl(endpoints, '/keep-alive'), method: 'POST', headers: FORM }, readVault);
  },
};

const openSession = (context: LoginContext, request: RemoteRequest): Promise<Credential> =>
  context.send(request, (answer) => {
    const body = readLogin(answer);
    const { sessionId } = body;
    if (typeof sessionId !== 'string' || sessionId === '')
      throw new AuthorizationLost(
        'Vault opened no session. Check the user in Vault and authorize the connection again.',
      );
    return { values: { session_id: sessionId, vault_id: requireVault(body, context) }, expiresAt: null };
  });

const readLogin = (answer: RemoteAnswer): VaultBody => {
  const body = toBody(answer);
  const type = String(body.errors?.[0]?.type ?? '');
  if (type === 'API_LIMIT_EXCEEDED')
    throw new RemoteRefusal('RATE_LIMIT', 'Vault takes no more logins of this user for a minute.', {
      retryAfterMs: LOGIN_LIMIT_MS,
    });
  if (body.responseStatus === 'FAILURE' && (LOST.has(type) || body.errorType === 'AUTHENTICATION_FAILED'))
    throw new AuthorizationLost('Vault refused the user. Check the credential and authorize the connection again.');
  return requireSuccess(body);
};

/**
 * The id of the vault that the session is for. Where a user cannot enter the requested vault, Vault opens a session of
 * another one that the user can enter, and says SUCCESS: such a session would read and write the wrong records.
 */
const requireVault = (body: VaultBody, { endpoints }: LoginContext): string => {
  const vaultId = String(body.vaultId ?? '');
  const vaults = Array.isArray(body.vaultIds) ? (body.vaultIds as { id?: unknown; url?: unknown }[]) : [];
  const entered = vaults.find(({ id }) => String(id) === vaultId);
  const host = typeof entered?.url === 'string' ? URL.parse(entered.url)?.host.toLowerCase() : undefined;
  if (vaultId !== '' && host === getHost(endpoints)) return vaultId;
  throw new AuthorizationLost(
    'Vault opened a session of another vault than that of the connection. Give the user access to this vault and authorize the connection again.',
  );
};
