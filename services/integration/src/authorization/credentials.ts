import { setTimeout as wait } from 'node:timers/promises';
import {
  type Clock,
  errorFields,
  isContended,
  type Lease,
  type Leases,
  type Log,
  makeCoalesced,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { Connection } from '../connection/connection.ts';
import { hashSettings, type SecretBox } from '../connection/secret.ts';
import { type Connectors, getConnector } from '../connector/connector.ts';
import { type Credential, withHeaders } from '../remote/remote.ts';
import { AuthorizationLost, RemoteTrouble, SentElsewhere } from '../remote/remote-error.ts';
import type { Access, VersionedCredential } from '../remote/transport.ts';
import type { CredentialStore, Grant, VersionedGrant } from './credential.store.ts';
import { fixedCredential, isFixed } from './fixed-credential.ts';
import { type Grants, needsUser } from './grant.ts';

/** The credentials of connections, one for each, shared by all replicas. */
export type Credentials = {
  /** Puts the credential into requests of the connection. */
  getAccess(connection: Connection): Access;
  /**
   * Gets a new credential: by a login, client credentials, or the tokens of `obtain`. Throws
   * `AuthorizationLost`, `RemoteTrouble`, `RemoteRefusal`.
   */
  establish(connection: Connection, obtain?: Obtain): Promise<void>;
  /** The stored credential for its present settings; null where there is none. Throws `CredentialSealed`. */
  held(connection: Connection): Promise<Credential | null>;
  /** Whether the connection has a credential for its present settings. */
  isThere(connection: Connection): Promise<boolean>;
};

type Obtain = (saveGrant: (grant: Grant) => Promise<void>) => Promise<Grant>;

type Parts = {
  connectors: Connectors;
  store: Pick<CredentialStore, 'find' | 'save'>;
  grants: Pick<Grants, 'renew'>;
  secrets: Pick<SecretBox, 'open'>;
  leases: Leases;
  unitOfWork: Pick<UnitOfWork, 'commit'>;
  /** Called when the authorization is lost. */
  onLost: (connection: Connection, error: AuthorizationLost) => Promise<void>;
  /** Ends what is under way when the service stops. */
  signal: AbortSignal;
  clock: Clock;
  log: Log;
};

const POLL_MS = 50;
/** As long as another replica may take to renew, and to die over it. */
const TIMEOUT_MS = 60_000;

/** Renews under a lease, so that a refresh token is used once; the replicas that wait read what the other has written. */
export const makeCredentials = (parts: Parts): Credentials => {
  const { connectors, store, grants, secrets, leases, unitOfWork, onLost, signal, clock, log } = parts;
  const renewals = makeCoalesced<VersionedGrant>();

  const isAlive = ({ credential: { expiresAt } }: VersionedGrant) => expiresAt === null || expiresAt > clock();
  const find = (connection: Connection) => store.find(connection, hashSettings(connection));

  /**
   * Stores what the partner gave. Retries for a minute or until the service stops, since the partner may refuse the former
   * credential already. Refused where another replica has the lease by now. The credential is void where the settings changed.
   */
  const saveUnder = (connection: Connection, lease: Lease) => async (grant: Grant) => {
    const end = performance.now() + TIMEOUT_MS;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const change = await store.save(connection, hashSettings(connection), grant);
        return await unitOfWork.commit([change, lease.fence()], []);
      } catch (error) {
        if (isContended(error)) throw new RemoteTrouble('The authorization was renewed elsewhere at the same time.');
        if (signal.aborted || performance.now() > end) throw error;
        const fields = { connection_id: connection.id, ...errorFields(error) };
        if (attempt === 1) log.warn('an authorization could not be stored and is retried', fields);
        await wait(POLL_MS);
      }
    }
  };

  const obtainUnder = async (connection: Connection, lease: Lease, obtain: Obtain): Promise<VersionedGrant> => {
    const saveGrant = saveUnder(connection, lease);
    await saveGrant(await obtain(saveGrant));
    const held = await find(connection);
    if (!held) throw new RemoteTrouble('The authorization was withdrawn while it was renewed.');
    return held;
  };

  const acquireLease = async (connection: Connection, isDone: () => Promise<boolean>): Promise<Lease | null> => {
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      const lease = await leases.acquire(`credential/${connection.id}`);
      if (lease) return lease;
      await wait(POLL_MS);
      if (await isDone()) return null;
      if (performance.now() > end) throw new RemoteTrouble('The authorization is being renewed elsewhere.');
    }
  };

  const reportingLoss = async <T>(connection: Connection, request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      if (error instanceof AuthorizationLost) await onLost(connection, error);
      throw error;
    }
  };

  const renewOnce = async (connection: Connection, refused: number | null): Promise<VersionedGrant> => {
    const isRenewed = (held: VersionedGrant | null): held is VersionedGrant =>
      held !== null && held.version !== refused && isAlive(held);
    const lease = await acquireLease(connection, async () => isRenewed(await find(connection)));
    try {
      const held = await find(connection);
      if (isRenewed(held)) return held;
      if (held === null && refused !== null) throw new AuthorizationLost('The authorization was withdrawn.');
      if (!lease) throw new RemoteTrouble('The authorization was withdrawn while it was renewed.');
      // Reported while the lease is held, so that nobody sends the refused credential again.
      return await reportingLoss(connection, () =>
        obtainUnder(connection, lease, (saveGrant) => grants.renew(connection, held, saveGrant)),
      );
    } finally {
      await lease?.release();
    }
  };

  const renew = (connection: Connection, refused: number | null): Promise<VersionedGrant> =>
    renewals.run(`${hashSettings(connection)}/${connection.id}/${refused}`, () => renewOnce(connection, refused));

  const current = async (connection: Connection): Promise<VersionedGrant> => {
    const held = await find(connection);
    if (!held && needsUser(connection)) throw new AuthorizationLost('The connection is not authorized yet.');
    if (!held) return renew(connection, null);
    return isAlive(held) ? held : renew(connection, held.version);
  };

  const fixedAccess = (connection: Connection): Access => {
    const held: VersionedCredential = { credential: fixedCredential(connection, secrets.open(connection)), version: 0 };
    const refused = new AuthorizationLost('The external system refuses the credential of the connection.');
    return {
      current: async () => held,
      renew: async (_held, refusal) => {
        if (refusal instanceof SentElsewhere) throw new RemoteTrouble('The external system sends elsewhere for now.');
        return reportingLoss(connection, () => Promise.reject(refused));
      },
      apply: withHeaders,
    };
  };

  return {
    getAccess(connection) {
      if (isFixed(connection)) return fixedAccess(connection);
      const { apply, exchange } = getConnector(connectors, connection);
      const isOwn = connection.authentication.type === 'session' || exchange !== null;
      return {
        current: () => current(connection),
        renew: ({ version }) => renew(connection, version),
        apply: isOwn ? apply : withHeaders,
      };
    },
    async establish(connection, obtain = (saveGrant) => grants.renew(connection, null, saveGrant)) {
      if (isFixed(connection)) return;
      const lease = await acquireLease(connection, async () => false);
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
