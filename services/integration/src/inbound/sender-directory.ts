import { AppError, type Clock, errorFields, type Log } from '@qsc/service-kit';
import { CredentialSealed } from '../authorization/credential.store.ts';
import type { Credentials } from '../authorization/credentials.ts';
import type { ConnectionStore } from '../connection/connection.store.ts';
import type { Connection, ConnectionType } from '../connection/connection.ts';
import type { InboundVerifier } from '../connector/connector.ts';

/** Finds the connections of a sender, by the name that a message claims. */
export type SenderDirectory = {
  /**
   * Active connections of that kind and name, of any organisation, as they stand. Throws `service_unavailable` where none is known
   * by that name, and the credential of one of the kind does not open, whose name it may be.
   */
  find(type: ConnectionType, name: string): Promise<Connection[]>;
  /** A connection has changed: what was read counts no more in this process. */
  forget(): void;
};

type Parts = {
  connections: Pick<ConnectionStore, 'find' | 'ofType'>;
  credentials: Pick<Credentials, 'held'>;
  verifierOf: (type: ConnectionType) => InboundVerifier | null;
  clock: Clock;
  log: Log;
};

type Place = Pick<Connection, 'id' | 'org_id'>;
/** `areAll`: false where a credential does not open, so that a name is not known. */
type Names = { readAt: number; byName: Map<string, Place[]>; areAll: boolean };

/** What was read is used for so long, */
const KEPT_MS = 60_000;
/** and for no longer than this where a name is not in it, which anybody may make up. */
const KEPT_FOR_UNKNOWN_MS = 2_000;

/**
 * The names of connections follow from what is sealed in their credentials, so no query finds them: they are read together and
 * kept for a while. Whether a connection is active and what its settings are is read anew each time.
 */
export const makeSenderDirectory = ({ connections, credentials, verifierOf, clock, log }: Parts): SenderDirectory => {
  const known = new Map<ConnectionType, Promise<Names>>();
  const told = new Set<string>();

  /** Told once for each connection, since every message finds the same. */
  const tell = ({ id, org_id }: Connection, error: CredentialSealed): void => {
    if (told.has(id)) return;
    told.add(id);
    log.error('messages of a connection are refused, since its credential does not open', {
      ...{ connection_id: id, org_id },
      ...errorFields(error),
    });
  };

  /** The name that a connection answers to; null where there is none, undefined where it cannot be known. */
  const nameOf = async (connection: Connection): Promise<string | null | undefined> => {
    try {
      const credential = await credentials.held(connection);
      told.delete(connection.id);
      return verifierOf(connection.type)?.nameOf(connection, credential) ?? null;
    } catch (error) {
      if (!(error instanceof CredentialSealed)) throw error;
      tell(connection, error);
      return undefined;
    }
  };

  const read = async (type: ConnectionType): Promise<Names> => {
    const byName = new Map<string, Place[]>();
    let areAll = true;
    for (const connection of await connections.ofType(type)) {
      if (connection.status !== 'active') continue;
      const name = await nameOf(connection);
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

  const placesOf = async (type: ConnectionType, name: string): Promise<readonly Place[]> => {
    const names = await (known.get(type) ?? reread(type));
    const age = clock().getTime() - names.readAt;
    const isFresh = age < (names.byName.has(name) ? KEPT_MS : KEPT_FOR_UNKNOWN_MS);
    const { byName, areAll } = isFresh ? names : await reread(type);
    const places = byName.get(name);
    if (!places && !areAll)
      throw new AppError('service_unavailable', 'The sender cannot be told at the moment. Send the message again.');
    return places ?? [];
  };

  return {
    forget: () => known.clear(),
    async find(type, name) {
      const places = await placesOf(type, name);
      const found = await Promise.all(places.map(({ id, org_id }) => connections.find(org_id, id)));
      return found.filter((connection) => connection !== null).filter(({ status }) => status === 'active');
    },
  };
};
