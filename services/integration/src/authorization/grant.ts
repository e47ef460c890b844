import type { Clock, Log } from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import type { SecretBox } from '../connection/secret.ts';
import type { LoginContext } from '../connector/connector.ts';
import { type Connectors, getConnector } from '../connector/connector.ts';
import type { Credential, RemoteCall } from '../remote/remote.ts';
import { AuthorizationLost } from '../remote/remote-error.ts';
import type { Grant } from './credential.store.ts';
import type { OauthClient, TokenCall, Tokens } from './oauth.ts';

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 30_000;

/** Stores what the partner gave before it is used. */
export type SaveGrant = (grant: Grant) => Promise<void>;

/** Gets the credential of a connection from the partner. All throw `AuthorizationLost`, `RemoteTrouble`, `RemoteRefusal`. */
export type Grants = {
  /**
   * A new grant without a user: by the refresh token, client credentials, or a login. A new refresh token is stored before
   * the access token is used.
   */
  renew(connection: Connection, before: Grant | null, saveGrant: SaveGrant): Promise<Grant>;
  /** The grant for the tokens of a code that a user has brought. */
  fromTokens(connection: Connection, tokens: Tokens, saveGrant: SaveGrant): Promise<Grant>;
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

/** The ways to a credential: OAuth, with the token exchange of the connector, and the logins of connectors. */
export const makeGrants = ({ connectors, secrets, oauth, send, signal, clock, log }: Parts): Grants => {
  const toContext = (connection: Connection): LoginContext => {
    const { endpoints, authentication } = connection;
    return { endpoints, authentication, send, secrets: secrets.open(connection), log, now: clock, signal };
  };

  const login = async (connection: Connection): Promise<Grant> => {
    const { login: logIn } = getConnector(connectors, connection);
    if (!logIn) throw new AuthorizationLost('This kind of system has no login with a user name and a password.');
    return { credential: await logIn(toContext(connection)), refreshToken: null };
  };

  const fromTokens: Grants['fromTokens'] = async (connection, tokens, saveGrant) => {
    const { accessToken, refreshToken } = tokens;
    const expiresAt = toExpiry(tokens, clock());
    const { exchange } = getConnector(connectors, connection);
    if (!exchange) return { credential: bearer(accessToken, expiresAt), refreshToken };
    if (refreshToken !== null) await saveGrant({ credential: used(clock()), refreshToken });
    return { credential: await exchange(toContext(connection), accessToken), refreshToken };
  };

  const byOauth: Grants['renew'] = async (connection, before, saveGrant) => {
    const call: TokenCall = { connection, secrets: secrets.open(connection), signal };
    if (!needsUser(connection)) return fromTokens(connection, await oauth.clientCredentials(call), saveGrant);
    const former = before?.refreshToken;
    if (!former)
      throw new AuthorizationLost('The authorization has ended, and the external system gave no refresh token.');
    const tokens = await oauth.refresh(call, former);
    return fromTokens(connection, { ...tokens, refreshToken: tokens.refreshToken ?? former }, saveGrant);
  };

  return {
    fromTokens,
    renew: (connection, before, saveGrant) =>
      connection.authentication.type === 'oauth2' ? byOauth(connection, before, saveGrant) : login(connection),
  };
};

const bearer = (accessToken: string, expiresAt: Date | null): Credential => ({
  values: { authorization: `Bearer ${accessToken}` },
  expiresAt,
});

/** No credential yet: the next reader renews it. */
const used = (now: Date): Credential => ({ values: {}, expiresAt: now });

const toExpiry = ({ expiresInSeconds }: Tokens, now: Date): Date | null => {
  if (expiresInSeconds === null) return null;
  const lastsMs = expiresInSeconds * 1_000;
  return new Date(now.getTime() + Math.max(lastsMs - MARGIN_MS, lastsMs / 2));
};
