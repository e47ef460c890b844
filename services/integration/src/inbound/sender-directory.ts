import { AppError, type Clock, errorFields, type Log } from '@qsc/service-kit';
import { CredentialSealed } from '../authorization/credential.store.ts';
import type { Credentials } from '../authorization/credentials.ts';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { InboundVerifier } from '../connector/connector.ts';

/** Finds the connections of a sender, by the name that a message claims. */
export type SenderDirectory = {
  /**
   * Active connections of that kind and name, of any organisation. Throws `service_unavailable` where none is known
   * by that name, and the credential of one of the kind does not open, whose name it may be.
   */
  find(type: ConnectionType, name: string): Promise<Connection[]>;
  /** Drops the cache of this process after a change of a connection. */
  forget(): void;
};

type Parts = {
  connections: Pick<ConnectionStore, 'find' | 'listByType'>;
  credentials: Pick<Credentials, 'held'>;
  getVerifier: (type: ConnectionType) => InboundVerifier | null;
  clock: Clock;
  log: Log;
};

type ConnectionKey = Pick<Connection, 'id' | 'org_id'>;
/** `areAll`: false where a credential does not open, so that a name is not known. */
type Names = { readAt: number; byName: Map<string, ConnectionKey[]>; areAll: boolean };

/** What was read is used for so long, */
const CACHE_MS = 60_000;
/** and for no longer than this where a name is not in it, which anybody may make up. */
const UNKNOWN_CACHE_MS = 2_000;

/**
 * The names of connections are in their encrypted credentials, so no query finds them: they are read together and cached. The
 * status and the settings of a connection are read each time.
 */
export const makeSenderDirectory = ({ connections, credentials, getVerifier, clock, log }: Parts): SenderDirectory => {
  const known = new Map<ConnectionType, Promise<Names>>();
  const reported = new Set<string>();

  /** Logged once for each connection, since every message finds the same. */
  const reportOnce = ({ id, org_id }: Connection, error: CredentialSealed): void => {
    if (reported.has(id)) return;
    reported.add(id);
    log.error('messages of a connection are refused, since its credential does not open', {
      connection_id: id,
      org_id,
      ...errorFields(error),
    });
  };

  /** The name that a connection answers to; null where there is none, undefined where it cannot be known. */
  const getName = async (connection: Connection): Promise<string | null | undefined> => {
    try {
      const credential = await credentials.held(connection);
      reported.delete(connection.id);
      return getVerifier(connection.type)?.getName(connection, credential) ?? null;
    } catch (error) {
      if (!(error instanceof CredentialSealed)) throw error;
      reportOnce(connection, error);
      return undefined;
    }
  };

  const read = async (type: ConnectionType): Promise<Names> => {
    const byName = new Map<string, ConnectionKey[]>();
    let areAll = true;
    for (const connection of await connections.listByType(type)) {
      if (connection.status !== 'active') continue;
      const name = await getName(connection);
      const { id, org_id } = connection;
      if (name === undefined) areAll = false;
      else if (name !== null) byName.set(name, [...(byName.get(name) ?? []), { id, org_id }]);
    }
    return { readAt: clock().getTime(), byName, areAll };
  };

  const reread = (type: ConnectionType): Promise<Names> => {
    const reading = read(type);
    known.set(type, reading);
    reading.catch(() => known.get(type) === reading && known.delete(type));
    return reading;
  };

  const findKeys = async (type: ConnectionType, name: string): Promise<readonly ConnectionKey[]> => {
    const names = await (known.get(type) ?? reread(type));
    const age = clock().getTime() - names.readAt;
    const isFresh = age < (names.byName.has(name) ? CACHE_MS : UNKNOWN_CACHE_MS);
    const { byName, areAll } = isFresh ? names : await reread(type);
    const keys = byName.get(name);
    if (!keys && !areAll)
      throw new AppError(
        'service_unavailable',
        'The sender cannot be identified at the moment. Send the message again.',
      );
    return keys ?? [];
  };

  return {
    forget: () => known.clear(),
    async find(type, name) {
      const keys = await findKeys(type, name);
      const found = await Promise.all(keys.map(({ id, org_id }) => connections.find(org_id, id)));
      return found.filter((connection) => connection !== null).filter(({ status }) => status === 'active');
    },
  };
};
