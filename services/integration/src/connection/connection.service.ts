import {
  type Call,
  type Change,
  invalidField,
  type PageOf,
  requireMatch,
  systemCall,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { CredentialStore } from '../authorization/credential.store.ts';
import { problemOfLoss } from '../authorization/loss.ts';
import type { Connectors } from '../connector/connector.ts';
import type { AuthorizationLost } from '../remote/remote-error.ts';
import { requireShowable } from './client-certificate.ts';
import type { ConnectionListQuery, CreateConnection, PatchConnection } from './connection.schemas.ts';
import type { ConnectionStore } from './connection.store.ts';
import type { Connection } from './connection.ts';
import { addressOfHost, masked, requireOwnSecrets, type Settings, settingsFrom, settingsPatched } from './content.ts';
import {
  type Changed,
  type ConnectionContent,
  changeConnection,
  createConnection,
  deleteConnection,
  disableConnection,
  enableConnection,
  loseAuthorization,
  newConnectionId,
} from './life.ts';
import { hashSettings, type SecretBox } from './secret.ts';

/** A connection as it is shown: without its secrets and its mappings. */
export type ShownConnection = Omit<Connection, 'sealed' | 'org_id' | 'mappings' | 'next_sync_at'> & {
  next_sync: Date | null;
};

export type ConnectionService = {
  /** Throws `validation_failed`, also for an address that is not called. */
  create(input: CreateConnection, call: Call): Promise<ShownConnection>;
  list(query: ConnectionListQuery, orgId: string): Promise<PageOf<ShownConnection>>;
  read(id: string, call: Call): Promise<ShownConnection>;
  /** A patch that changes nothing raises no version. Throws `precondition_failed`, `validation_failed`. */
  change(id: string, patch: PatchConnection, call: Call): Promise<ShownConnection>;
  remove(id: string, call: Call): Promise<void>;
  /** Throws `connection_not_ready`. */
  enable(id: string, call: Call): Promise<ShownConnection>;
  /** Throws `invalid_transition`. */
  disable(id: string, call: Call): Promise<ShownConnection>;
  /**
   * Puts a connection into `error` whose login the external system refuses, with what has to be done. Does nothing where its login
   * was changed since: that one was not refused.
   */
  fail(connection: Connection, loss: AuthorizationLost): Promise<void>;
};

type Parts = {
  store: ConnectionStore;
  credentials: Pick<CredentialStore, 'revoke' | 'remove'>;
  secrets: SecretBox;
  connectors: Connectors;
  /** Throws `validation_failed` for an address that is not called. */
  requireAllowed: (address: { url: string; field: string }) => void;
  /** Throws `validation_failed` for other settings by which the mappings do not fit any more. */
  requireFitting: (connection: Connection) => void;
  /** The writes that make the next synchronisation read what the former settings skipped. */
  reread: (before: Connection, after: Connection) => Promise<Change[]>;
  /** The write that records orphans for removal; `after` null: the connection is removed. */
  leave: (before: Connection, after: Connection | null) => Change[];
  isAuthorized: (connection: Connection) => Promise<boolean>;
  /** Called after a commit with the connection as it is now; null where it was removed or lost its authorization. */
  onChange: (connection: Pick<Connection, 'id' | 'org_id'>, now: Connection | null) => void;
  unitOfWork: Pick<UnitOfWork, 'decide'>;
  clock: () => Date;
};

/** What the API and the system do with connections; each act is one commit with its audit entry. */
export const makeConnectionService = (parts: Parts): ConnectionService => {
  const { store, credentials, secrets, unitOfWork, clock, onChange } = parts;

  /** Commits a decision on a connection; null changes nothing. A repeated request gets the answer of the commit. */
  const applyChange = async (
    id: string,
    call: Call,
    decide: (before: Connection) => Promise<Changed | null> | Changed | null,
  ): Promise<ShownConnection> => {
    let now: Connection | null = null;
    const answer = await unitOfWork.decide(call, { records: [id] }, async () => {
      const before = await store.get(call.actor.org_id, id);
      requireMatch(call, before.version);
      const changed = await decide(before);
      const after = changed?.connection ?? before;
      now = after;
      if (!changed) return { changes: [], events: [], answer: shownConnection(after) };
      const changes = [store.update(after), ...(await parts.reread(before, after)), ...parts.leave(before, after)];
      return { changes, events: [changed.event], answer: shownConnection(after) };
    });
    onChange({ id, org_id: call.actor.org_id }, now);
    return answer;
  };

  const toContent = (settings: Settings, key: Pick<Connection, 'id' | 'org_id' | 'sealed'>): ConnectionContent => {
    const { secrets: given, type: _type, ...rest } = settings;
    return { ...rest, sealed: secrets.seal(given, key) };
  };

  return {
    async create(input, call) {
      const settings = settingsFrom(input);
      requireUsable(settings, parts);
      const { type } = settings;
      return unitOfWork.decide(call, {}, () => {
        const id = newConnectionId();
        const content = toContent(settings, { id, org_id: call.actor.org_id, sealed: {} });
        const { connection, event } = createConnection({ ...content, type }, id, call);
        return { changes: [store.insert(connection)], events: [event], answer: shownConnection(connection) };
      });
    },

    async list(query, orgId) {
      const { data, meta } = await store.list(orgId, query);
      return { data: data.map(shownConnection), meta };
    },

    read: async (id, call) => shownConnection(await store.get(call.actor.org_id, id)),

    change: (id, patch, call) =>
      applyChange(id, call, (before) => {
        const settings = settingsPatched(before, patch, secrets.open(before));
        requireUsable(settings, parts, before);
        requireOwnSecrets(before, patch, settings);
        const content = toContent(settings, before);
        parts.requireFitting({ ...before, ...content });
        return changeConnection(before, { ...content, isSameSystem: patch.same_system === true }, call);
      }),

    async remove(id, call) {
      const { org_id } = call.actor;
      await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await store.get(org_id, id);
        requireMatch(call, before.version);
        const changes = [store.remove(before), ...(await credentials.remove(before)), ...parts.leave(before, null)];
        return { changes, events: [deleteConnection(before, call)], answer: undefined };
      });
      onChange({ id, org_id }, null);
    },

    enable: (id, call) =>
      applyChange(id, call, async (before) => enableConnection(before, await parts.isAuthorized(before), call)),

    disable: (id, call) => applyChange(id, call, (before) => disableConnection(before, call)),

    async fail(refused, loss) {
      const { id, org_id } = refused;
      const call = systemCall(org_id, clock());
      await unitOfWork.decide(call, { records: [id] }, async () => {
        const before = await store.find(org_id, id);
        if (!before || hashSettings(before) !== hashSettings(refused))
          return { changes: [], events: [], answer: undefined };
        const changed = loseAuthorization(before, { ...problemOfLoss(loss), since: call.now }, call);
        const revoked = await credentials.revoke(before);
        if (!changed) return { changes: revoked, events: [], answer: undefined };
        return { changes: [store.update(changed.connection), ...revoked], events: [changed.event], answer: undefined };
      });
      onChange({ id, org_id }, null);
    },
  };
};

/** A connection as it is shown. */
export const shownConnection = (connection: Connection): ShownConnection => {
  const { sealed: _sealed, org_id: _org, mappings: _mappings, next_sync_at: next_sync, ...shown } = connection;
  return { ...shown, authentication: masked(connection), next_sync };
};

/** The addresses in settings; a host name as its address. */
const listAddresses = ({
  authentication,
  endpoints,
}: Pick<Settings, 'authentication' | 'endpoints'>): { url: string; field: string }[] => {
  const { host, token_url, authorization_url } = authentication;
  const named: [string, unknown][] = [
    ['endpoints.host', endpoints.host && addressOfHost(endpoints.host)],
    ['endpoints.api_base', endpoints.api_base],
    ['authentication.host', typeof host === 'string' && addressOfHost(host)],
    ['authentication.token_url', token_url],
    ['authentication.authorization_url', authorization_url],
  ];
  return named.flatMap(([field, url]) => (typeof url === 'string' ? [{ field, url }] : []));
};

/** Throws `validation_failed` for a kind or an authentication that there is not, an address that is not called, or a certificate that is of no use. */
const requireUsable = (settings: Settings, { connectors, requireAllowed, clock }: Parts, before?: Connection): void => {
  const { type, authentication } = settings;
  const connector = connectors[type];
  if (!connector) throw invalidField('type', 'unknown', 'This deployment has no connector for this kind of system.');
  if (!connector.authenticationTypes.includes(authentication.type)) {
    const known = connector.authenticationTypes.join(', ');
    throw invalidField('authentication.type', 'invalid_value', `This kind of system is connected by ${known}.`);
  }
  const unchanged = new Set(before ? listAddresses(before).map(({ url }) => url) : []);
  for (const address of listAddresses(settings)) if (!unchanged.has(address.url)) requireAllowed(address);
  requireShowable(settings, clock(), before?.authentication.certificate);
};
