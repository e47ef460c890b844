import { AppError, type Call, type Clock, type UnitOfWork, unavailable } from '@qsc/service-kit';
import * as oauth from 'oauth4webapi';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionStatus } from '../connection/connection.ts';
import { authorizeConnection } from '../connection/life.ts';
import { hashSettings, type SecretBox } from '../connection/secret.ts';
import type { OpenRemote } from '../remote/open-remote.ts';
import { AuthorizationLost, ofTheSystem, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { Credentials } from './credentials.ts';
import { isFixed } from './fixed-credential.ts';
import { type Grants, needsUser } from './grant.ts';
import type { OauthClient } from './oauth.ts';
import type { PendingFlow, StateStore } from './state.store.ts';

/** Where the user has to log in; without an address the connection is authorized already. */
export type StartedAuthorization = {
  authorization_url: string | null;
  state: string | null;
  expires_at: Date | null;
  status: ConnectionStatus;
};

export type AuthorizationService = {
  /**
   * Begins the login of a user at the external system, or logs in at once where none is needed. Throws
   * `authorization_failed`, `service_unavailable`.
   */
  start(id: string, call: Call): Promise<StartedAuthorization>;
  /** Ends it with what the user has brought back. Throws `authorization_failed`, `service_unavailable`. */
  finish(parameters: URLSearchParams, call: Call): Promise<{ name: string; type: string }>;
};

type Parts = {
  store: Pick<ConnectionStore, 'get' | 'find' | 'update'>;
  states: StateStore;
  credentials: Pick<Credentials, 'establish'>;
  grants: Pick<Grants, 'fromTokens'>;
  oauth: Pick<OauthClient, 'authorizationUrl' | 'finish'>;
  secrets: Pick<SecretBox, 'open'>;
  openOnce: OpenRemote;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  redirectUri: string;
  /** Ends what is under way when the service stops. */
  signal: AbortSignal;
  clock: Clock;
};

/** How long a user may take to log in. */
const FLOW_MS = 10 * 60_000;

/** The authorization of connections. Its audit entry names the user who requested it. */
export const makeAuthorizationService = (parts: Parts): AuthorizationService => {
  const { store, states, credentials, openOnce, unitOfWork, redirectUri, signal, clock } = parts;

  const startFlow = async (connection: Connection, call: Call): Promise<StartedAuthorization> => {
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const authorization_url = await parts.oauth.authorizationUrl(connection, { state, verifier, redirectUri });
    const expires_at = new Date(call.now.getTime() + FLOW_MS);
    const { id: connection_id, org_id, status } = connection;
    const settings = hashSettings(connection);
    const flow: PendingFlow = { state, verifier, org_id, connection_id, settings, actor: call.actor, expires_at };
    const answer = { authorization_url, state, expires_at, status };
    return unitOfWork.decide(call, {}, () => ({ changes: [states.insert(flow)], events: [], answer }));
  };

  /** Tests a fixed credential with a request, since there is no login. */
  const prove = async (connection: Connection): Promise<void> => {
    if (!isFixed(connection)) return credentials.establish(connection);
    const { checks } = await (await openOnce(connection, signal)).test();
    if (checks.some(({ ok }) => !ok)) throw new AuthorizationLost('The external system does not allow the API.');
  };

  const record = <T>(connection: Connection, call: Call, toAnswer: (after: Connection) => T): Promise<T> =>
    unitOfWork.decide(call, { records: [connection.id] }, async () => {
      const before = await store.get(connection.org_id, connection.id);
      if (hashSettings(before) !== hashSettings(connection)) throw changedMeanwhile();
      const { connection: after, event } = authorizeConnection(before, call);
      return { changes: [store.update(after)], events: [event], answer: toAnswer(after) };
    });

  const takeFlow = async (parameters: URLSearchParams): Promise<[PendingFlow, Connection]> => {
    const state = parameters.getAll('state');
    const flow = state.length === 1 ? await states.take(state[0] ?? '', clock()) : null;
    const connection = flow && (await store.find(flow.org_id, flow.connection_id));
    if (!flow || !connection) throw failed('This authorization is not known, was used already or has ended.');
    if (flow.settings !== hashSettings(connection)) throw changedMeanwhile();
    return [flow, connection];
  };

  return {
    async start(id, call) {
      const connection = await store.get(call.actor.org_id, id);
      if (needsUser(connection)) return startFlow(connection, call);
      await coded(() => prove(connection));
      const authorized = { authorization_url: null, state: null, expires_at: null };
      return record(connection, call, ({ status }) => ({ ...authorized, status }));
    },

    async finish(parameters, call) {
      const [flow, connection] = await takeFlow(parameters);
      const tokenCall = { connection, secrets: parts.secrets.open(connection), signal };
      await coded(() =>
        credentials.establish(connection, async (saveGrant) => {
          const tokens = await parts.oauth.finish(tokenCall, { ...flow, redirectUri }, parameters);
          return parts.grants.fromTokens(connection, tokens, saveGrant);
        }),
      );
      return record(connection, { ...call, actor: flow.actor }, ({ name, type }) => ({ name, type }));
    },
  };
};

const failed = (message: string): AppError => new AppError('authorization_failed', `${message} Authorize it again.`);

const changedMeanwhile = (): AppError => failed('The settings of the connection have changed since.');

/** What the external system says as a coded error. */
const coded = async <T>(request: () => Promise<T>): Promise<T> => {
  try {
    return await request();
  } catch (thrown) {
    const error = ofTheSystem(thrown);
    if (error instanceof RemoteTrouble) throw unavailable(error.message, error);
    if (!(error instanceof AuthorizationLost) && !(error instanceof RemoteRefusal)) throw error;
    throw new AppError('authorization_failed', error.message, { cause: error });
  }
};
