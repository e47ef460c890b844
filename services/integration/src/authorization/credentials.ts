import { setTimeout as wait } from 'node:timers/promises';
import {
  type Clock,
  DuplicateKey,
  errorFields,
  type Lease,
  type Leases,
  type Log,
  type UnitOfWork,
  VersionConflict,
} from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import { type SecretBox, settingsOf } from '../connection/secret.ts';
import { type Connectors, connectorOf } from '../connector/connector.ts';
import type { Credential } from '../remote/remote.ts';
import { withHeaders } from '../remote/remote.ts';
import { AuthorizationLost, RemoteTrouble, SentElsewhere } from '../remote/remote-error.ts';
import type { Access, HeldCredential } from '../remote/transport.ts';
import type { CredentialStore, Grant, HeldGrant } from './credential.store.ts';
import { fixedCredential, isFixed } from './fixed-credential.ts';
import { type Grants, needsUser } from './grant.ts';

/** The rights of connections, one for each, shared by all replicas. */
export type Credentials = {
  /** How requests of the connection are given its right. */
  accessOf(connection: Connection): Access;
  /**
   * Gets a new right, whatever there is: a login, the client's own right, or the tokens that `obtain` has. Throws
   * `AuthorizationLost`, `RemoteTrouble`, `RemoteRefusal`.
   */
  establish(connection: Connection, obtain?: Obtain): Promise<void>;
  /** The right for its settings as they are, without getting one; null where there is none. Throws `CredentialSealed`. */
  held(connection: Connection): Promise<Credential | null>;
  /** Whether the connection has a right for its settings as they are. */
  isThere(connection: Connection): Promise<boolean>;
};

type Obtain = (keep: (grant: Grant) => Promise<void>) => Promise<Grant>;

type Parts = {
  connectors: Connectors;
  store: Pick<CredentialStore, 'find' | 'save'>;
  grants: Pick<Grants, 'renew'>;
  secrets: Pick<SecretBox, 'open'>;
  leases: Leases;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when the right is lost for good. */
  onLost: (connection: Connection, error: AuthorizationLost) => Promise<void>;
  /** Ends what is under way when the service stops. */
  signal: AbortSignal;
  clock: Clock;
  log: Log;
};

const POLL_MS = 50;
/** As long as another replica may take to renew, and to die over it. */
const PATIENCE_MS = 60_000;

/** Renews under a lease, so that a refresh token is used once; the replicas that wait read what the other has written. */
export const makeCredentials = (parts: Parts): Credentials => {
  const { connectors, store, grants, secrets, leases, unitOfWork, onLost, signal, clock, log } = parts;
  const renewing = new Map<string, Promise<HeldGrant>>();

  const isAlive = ({ credential: { expiresAt } }: HeldGrant) => expiresAt === null || expiresAt > clock();
  const find = (connection: Connection) => store.find(connection, settingsOf(connection));

  /**
   * Writes what the partner gave. Where that fails it is tried again, for a minute or until the service stops, since the
   * partner may take what was there before no more. Refused where another replica has taken over, which it may once the lease
   * has run out. Of other settings by now it proves nothing.
   */
  const keepUnder = (connection: Connection, lease: Lease) => async (grant: Grant) => {
    const end = performance.now() + PATIENCE_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const change = await store.save(connection, settingsOf(connection), grant);
        return await unitOfWork.commit([change, lease.fence()], []);
      } catch (error) {
        if (error instanceof VersionConflict || error instanceof DuplicateKey)
          throw new RemoteTrouble('The authorization was renewed elsewhere at the same time.');
        if (signal.aborted || performance.now() > end) throw error;
        const told = { connection_id: connection.id, ...errorFields(error) };
        if (attempt === 1) log.warn('an authorization could not be kept and is tried again', told);
        await wait(POLL_MS);
      }
    }
  };

  const obtainUnder = async (connection: Connection, lease: Lease, obtain: Obtain): Promise<HeldGrant> => {
    const keep = keepUnder(connection, lease);
    await keep(await obtain(keep));
    const held = await find(connection);
    if (!held) throw new RemoteTrouble('The authorization was withdrawn while it was renewed.');
    return held;
  };

  const leaseOf = async (connection: Connection, isDone: () => Promise<boolean>): Promise<Lease | null> => {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      const lease = await leases.acquire(`credential/${connection.id}`);
      if (lease) return lease;
      await wait(POLL_MS);
      if (await isDone()) return null;
      if (performance.now() > end) throw new RemoteTrouble('The authorization is being renewed elsewhere.');
    }
  };

  const telling = async <T>(connection: Connection, ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AuthorizationLost) await onLost(connection, error);
      throw error;
    }
  };

  const renewOnce = async (connection: Connection, refused: number | null): Promise<HeldGrant> => {
    const isRenewed = (held: HeldGrant | null): held is HeldGrant =>
      held !== null && held.version !== refused && isAlive(held);
    const lease = await leaseOf(connection, async () => isRenewed(await find(connection)));
    try {
      const held = await find(connection);
      if (isRenewed(held)) return held;
      if (held === null && refused !== null) throw new AuthorizationLost('The authorization was withdrawn.');
      if (!lease) throw new RemoteTrouble('The authorization was withdrawn while it was renewed.');
      // Told while the lease is held, so that nobody asks the partner once more with what it has refused for good.
      return await telling(connection, () =>
        obtainUnder(connection, lease, (keep) => grants.renew(connection, held, keep)),
      );
    } finally {
      await lease?.release();
    }
  };

  const renew = async (connection: Connection, refused: number | null): Promise<HeldGrant> => {
    const key = `${settingsOf(connection)}/${connection.id}/${refused}`;
    const running = renewing.get(key) ?? renewOnce(connection, refused).finally(() => renewing.delete(key));
    renewing.set(key, running);
    return running;
  };

  const current = async (connection: Connection): Promise<HeldGrant> => {
    const held = await find(connection);
    if (!held && needsUser(connection)) throw new AuthorizationLost('The connection is not authorized yet.');
    if (!held) return renew(connection, null);
    return isAlive(held) ? held : renew(connection, held.version);
  };

  const fixedAccess = (connection: Connection): Access => {
    const held: HeldCredential = { credential: fixedCredential(connection, secrets.open(connection)), version: 0 };
    const refused = new AuthorizationLost('The external system refuses the credential of the connection.');
    return {
      current: async () => held,
      renew: async (_held, refusal) => {
        if (refusal instanceof SentElsewhere) throw new RemoteTrouble('The external system sends elsewhere for now.');
        return telling(connection, () => Promise.reject(refused));
      },
      apply: withHeaders,
    };
  };

  return {
    accessOf(connection) {
      if (isFixed(connection)) return fixedAccess(connection);
      const { apply, exchange } = connectorOf(connectors, connection);
      const isOwn = connection.authentication.type === 'session' || exchange !== null;
      return {
        current: () => current(connection),
        renew: ({ version }) => renew(connection, version),
        apply: isOwn ? apply : withHeaders,
      };
    },
    async establish(connection, obtain = (keep) => grants.renew(connection, null, keep)) {
      if (isFixed(connection)) return;
      const lease = await leaseOf(connection, async () => false);
      if (!lease) return;
      try {
        await obtainUnder(connection, lease, obtain);
      } finally {
        await lease.release();
      }
    },
    held: async (connection) => (await find(connection))?.credential ?? null,
    isThere: async (connection) => isFixed(connection) || (await find(connection)) !== null,
  };
};
