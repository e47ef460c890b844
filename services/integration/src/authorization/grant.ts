import type { Clock, Log } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import type { SecretBox } from '../connection/secret.ts';
import type { LoginContext } from '../connector/connector.ts';
import { type Connectors, connectorOf } from '../connector/connector.ts';
import type { Credential, RemoteCall } from '../remote/remote.ts';
import { AuthorizationLost } from '../remote/remote-error.ts';
import type { Grant } from './credential.store.ts';
import type { OauthClient, TokenCall, Tokens } from './oauth.ts';

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 30_000;

/** Keeps what the partner gave before anything is done with it. */
export type Keep = (grant: Grant) => Promise<void>;

/** How the right of a connection is got from the partner. All throw `AuthorizationLost`, `RemoteTrouble`, `RemoteRefusal`. */
export type Grants = {
  /**
   * A new grant without a user: by the refresh token, the client's own right, or a login. A refresh token that takes the
   * place of another one is kept before the access token is used.
   */
  renew(connection: Connection, before: Grant | null, keep: Keep): Promise<Grant>;
  /** The grant for the tokens of a code that a user has brought. */
  fromTokens(connection: Connection, tokens: Tokens, keep: Keep): Promise<Grant>;
};

type Parts = {
  connectors: Connectors;
  secrets: Pick<SecretBox, 'open'>;
  oauth: Pick<OauthClient, 'refresh' | 'clientCredentials'>;
  /** Sends without a credential. */
  send: RemoteCall;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
};

/** Whether a user has to log in at the external system for it. */
export const needsUser = ({ authentication }: Pick<Connection, 'authentication'>): boolean =>
  authentication.type === 'oauth2' && typeof authentication.authorization_url === 'string';

/** The ways to a right: OAuth with what the connector makes of its tokens, and the logins of connectors. */
export const makeGrants = ({ connectors, secrets, oauth, send, signal, clock, log }: Parts): Grants => {
  const contextOf = (connection: Connection): LoginContext => {
    const { endpoints, authentication } = connection;
    return { endpoints, authentication, send, secrets: secrets.open(connection), log, now: clock, signal };
  };

  const login = async (connection: Connection): Promise<Grant> => {
    const { login: ask } = connectorOf(connectors, connection);
    if (!ask) throw new AuthorizationLost('This kind of system has no login with a user name and a password.');
    return { credential: await ask(contextOf(connection)), refreshToken: null };
  };

  const fromTokens: Grants['fromTokens'] = async (connection, tokens, keep) => {
    const { accessToken, refreshToken } = tokens;
    const expiresAt = endOf(tokens, clock());
    const { exchange } = connectorOf(connectors, connection);
    if (!exchange) return { credential: bearer(accessToken, expiresAt), refreshToken };
    if (refreshToken !== null) await keep({ credential: used(clock()), refreshToken });
    return { credential: await exchange(contextOf(connection), accessToken), refreshToken };
  };

  const byOauth: Grants['renew'] = async (connection, before, keep) => {
    const call: TokenCall = { connection, secrets: secrets.open(connection), signal };
    if (!needsUser(connection)) return fromTokens(connection, await oauth.clientCredentials(call), keep);
    const former = before?.refreshToken;
    if (!former)
      throw new AuthorizationLost('The authorization has ended, and the external system gave no refresh token.');
    const tokens = await oauth.refresh(call, former);
    return fromTokens(connection, { ...tokens, refreshToken: tokens.refreshToken ?? former }, keep);
  };

  return {
    fromTokens,
    renew: (connection, before, keep) =>
      connection.authentication.type === 'oauth2' ? byOauth(connection, before, keep) : login(connection),
  };
};

const bearer = (accessToken: string, expiresAt: Date | null): Credential => ({
  values: { authorization: `Bearer ${accessToken}` },
  expiresAt,
});

/** No credential yet: whoever reads it renews it. */
const used = (now: Date): Credential => ({ values: {}, expiresAt: now });

const endOf = ({ expiresInSeconds }: Tokens, now: Date): Date | null => {
  if (expiresInSeconds === null) return null;
  const lastsMs = expiresInSeconds * 1_000;
  return new Date(now.getTime() + Math.max(lastsMs - MARGIN_MS, lastsMs / 2));
};
