import { AppError, type Call, type Clock, type UnitOfWork, unavailable } from '@qsc/service-kit';
import * as oauth from 'oauth4webapi';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionStatus } from '../connection/connection.ts';
import { authorizeConnection } from '../connection/life.ts';
import { type SecretBox, settingsOf } from '../connection/secret.ts';
import type { OpenRemote } from '../remote/open-remote.ts';
import { AuthorizationLost, ofTheSystem, RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';
import type { Credentials } from './credentials.ts';
import { isFixed } from './fixed-credential.ts';
import { type Grants, needsUser } from './grant.ts';
import type { OauthClient } from './oauth.ts';
import type { BegunRound, StateStore } from './state.store.ts';

/** Where the user has to log in; without an address the connection is authorized already. */
export type BegunAuthorization = {
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
  begin(id: string, call: Call): Promise<BegunAuthorization>;
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
const ROUND_MS = 10 * 60_000;

/** How a connection gets its right. The audit entry comes with the right, in the name of who asked for it. */
export const makeAuthorizationService = (parts: Parts): AuthorizationService => {
  const { store, states, credentials, openOnce, unitOfWork, redirectUri, signal, clock } = parts;

  const beginRound = async (connection: Connection, call: Call): Promise<BegunAuthorization> => {
    const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
    const authorization_url = await parts.oauth.authorizationUrl(connection, { state, verifier, redirectUri });
    const expires_at = new Date(call.now.getTime() + ROUND_MS);
    const { id: connection_id, org_id, status } = connection;
    const settings = settingsOf(connection);
    const round: BegunRound = { state, verifier, org_id, connection_id, settings, actor: call.actor, expires_at };
    const answer = { authorization_url, state, expires_at, status };
    return unitOfWork.decide(call, {}, () => ({ changes: [states.insert(round)], events: [], answer }));
  };

  /** What the owner gave is tried out, since nothing is got for it. */
  const prove = async (connection: Connection): Promise<void> => {
    if (!isFixed(connection)) return credentials.establish(connection);
    const { checks } = await (await openOnce(connection, signal)).test();
    if (checks.some(({ ok }) => !ok)) throw new AuthorizationLost('The external system does not allow the API.');
  };

  const record = <T>(connection: Connection, call: Call, answerOf: (after: Connection) => T): Promise<T> =>
    unitOfWork.decide(call, { records: [connection.id] }, async () => {
      const before = await store.get(connection.org_id, connection.id);
      if (settingsOf(before) !== settingsOf(connection)) throw changedMeanwhile();
      const { connection: after, event } = authorizeConnection(before, call);
      return { changes: [store.update(after)], events: [event], answer: answerOf(after) };
    });

  const takeRound = async (parameters: URLSearchParams): Promise<[BegunRound, Connection]> => {
    const state = parameters.getAll('state');
    const round = state.length === 1 ? await states.take(state[0] ?? '', clock()) : null;
    const connection = round && (await store.find(round.org_id, round.connection_id));
    if (!round || !connection) throw failed('This authorization is not known, was used already or has ended.');
    if (round.settings !== settingsOf(connection)) throw changedMeanwhile();
    return [round, connection];
  };

  return {
    async begin(id, call) {
      const connection = await store.get(call.actor.org_id, id);
      if (needsUser(connection)) return beginRound(connection, call);
      await coded(() => prove(connection));
      const authorized = { authorization_url: null, state: null, expires_at: null };
      return record(connection, call, ({ status }) => ({ ...authorized, status }));
    },

    async finish(parameters, call) {
      const [round, connection] = await takeRound(parameters);
      const tokenCall = { connection, secrets: parts.secrets.open(connection), signal };
      await coded(() =>
        credentials.establish(connection, async (keep) => {
          const tokens = await parts.oauth.finish(tokenCall, { ...round, redirectUri }, parameters);
          return parts.grants.fromTokens(connection, tokens, keep);
        }),
      );
      return record(connection, { ...call, actor: round.actor }, ({ name, type }) => ({ name, type }));
    },
  };
};

const failed = (message: string): AppError => new AppError('authorization_failed', `${message} Authorize it again.`);

const changedMeanwhile = (): AppError => failed('The settings of the connection have changed since.');

/** What the external system says as a coded error. */
const coded = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask();
  } catch (thrown) {
    const error = ofTheSystem(thrown);
    if (error instanceof RemoteTrouble) throw unavailable(error.message, error);
    if (!(error instanceof AuthorizationLost) && !(error instanceof RemoteRefusal)) throw error;
    throw new AppError('authorization_failed', error.message, { cause: error });
  }
};
