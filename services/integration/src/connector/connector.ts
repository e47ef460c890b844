import type { Log } from '@qsc/service-kit';
import type {
  Authentication,
  AuthenticationType,
  Connection,
  ConnectionType,
  Endpoints,
} from '../connection/connection.ts';
import type { Filter } from '../mapping/mapping.ts';
import type { Credential, RemoteCall, RemoteRequest } from '../remote/remote.ts';
import type { RemoteRefusal, RemoteTrouble } from '../remote/remote-error.ts';

/** A record of the external system. */
export type RemoteRecord = {
  /** Its key as one text; `record_id` in errors. */
  externalId: string;
  /** When it changed last by the remote clock, ISO 8601 UTC with milliseconds; null where the system does not say. */
  modifiedAt: string | null;
  etag: string | null;
  /** It is flagged as deleted there. */
  deleted: boolean;
  /** The `reference` that it was created with; absent where it has none, or the source does not request it. */
  reference?: string;
  /** By the names that mappings use as `source`; dotted paths reach into objects. */
  fields: Readonly<Record<string, unknown>>;
};

/** The position of a walk over changes: everything up to this record, in the order of (modifiedAt, externalId), was taken. */
export type Cursor = { modifiedAt: string; externalId: string };

export type RemotePage = {
  /** In the order of their time; those without one come first. */
  records: readonly RemoteRecord[];
};

/** What of the external system a mapping takes. */
export type Source = {
  object: string;
  documentTypes: readonly string[];
  /** The external paths that are requested. */
  fields: readonly string[];
  filters: readonly Filter[];
  /** The field with the time of the last change, where the connection names one; else the connector's own. */
  changeField: string | null;
  pageSize: number;
  /** Requests the `reference`, by which a record that was created is recognised when the answer was lost. */
  references?: boolean;
};

/** A row to be written there; created where `externalId` is null. By `reference`, our id, the partner may recognise a repetition. */
export type RemoteWrite = {
  externalId: string | null;
  reference: string;
  fields: Readonly<Record<string, unknown>>;
  etag: string | null;
};

/** One result for each row, in their order. `record` is the row after the write, where the partner returns it. */
export type RemoteWriteResult =
  | { ok: true; externalId: string; etag: string | null; record: RemoteRecord | null }
  | { ok: false; error: RemoteRefusal | RemoteTrouble };

export type RemoteContent = { name: string; mediaType: string; bytes: Buffer };

export type TestResult = {
  apiVersion: string | null;
  checks: readonly { name: string; ok: boolean; message: string | null }[];
};

/** A field that a mapping can name, as the external system describes it. */
export type RemoteField = {
  /** As a `source` names it. */
  path: string;
  /** What its users call it; null where it has no further name. */
  label: string | null;
  /** The type by its own name there. */
  type: string;
  required: boolean;
  maxLength: number | null;
};

/** `objects` is null where the system does not list them. */
export type RemoteDescription = { objects: readonly string[] | null; fields: readonly RemoteField[] };

/** The external system, by the credential of one connection. Every method throws `RemoteRefusal`, `RemoteTrouble`, `AuthorizationLost`. */
export type RemoteSystem = {
  /** Makes the smallest request that shows that the API answers and the credential is valid. */
  test(): Promise<TestResult>;
  /**
   * The clock of the partner (a `Date` header, a field); null where it has none, or where records of the source have their times
   * by another one. Without a source it always calls the partner, which shows a synchronisation that it answers.
   */
  now(source?: Source): Promise<Date | null>;
  /**
   * Records that changed at `since` or later (all, where null), and those without a time, page by page in the order of their time
   * (see `walkChanges`). A record that changes while it is walked comes again, later.
   */
  changedSince(source: Source, since: Date | null): AsyncIterable<RemotePage>;
  /** The present records of these keys, without those that are missing or do not match the filters. */
  fetch(source: Source, externalIds: readonly string[]): Promise<RemoteRecord[]>;
  /** The records whose field has one of these values; absent where a record that was made is known again otherwise. */
  find?: (source: Source, field: string, values: readonly string[]) => Promise<RemoteRecord[]>;
  /** The paths of the source that hold numbers, whose texts are alike where their values are; absent where numbers come as such. */
  numbers?: (source: Pick<Source, 'object' | 'fields'>) => Promise<ReadonlySet<string>>;
  /** Throws `VALIDATION_ERROR`, which names the field, for what of the source can never be read. */
  check?: (source: Pick<Source, 'object' | 'fields'>) => Promise<void>;
  /** The objects that can be mapped, and the fields of one (null: of none); absent where the kind does not describe itself. */
  describe?: (object: string | null) => Promise<RemoteDescription>;
  /** Keys that the partner's own list names as deleted since then; null where it has none. Some may be there all the same. */
  deletions: ((source: Source, since: Date) => AsyncIterable<readonly string[]>) | null;
  /** Writes rows, at most `maxBatch` at once. */
  upsert: ((source: Source, writes: readonly RemoteWrite[]) => Promise<RemoteWriteResult[]>) | null;
  maxBatch: number;
  /** The file of a document in that rendition (null: the source file). */
  content: ((source: Source, externalId: string, rendition: string | null) => Promise<RemoteContent>) | null;
  /** Starts the lifecycle action of that name, or the one that leads to the state of that name. */
  act: ((source: Source, externalId: string, action: string) => Promise<void>) | null;
};

/** What a connector knows of the connection that it works for. */
export type RemoteContext = {
  endpoints: Endpoints;
  authentication: Authentication;
  /** Sends with the connection's credential. */
  call: RemoteCall;
  log: Log;
  now: () => Date;
  signal: AbortSignal;
};

/** `send` sends as it is, without a credential. Secrets are the opened members of `authentication`. */
export type LoginContext = Omit<RemoteContext, 'call'> & {
  send: RemoteCall;
  secrets: Readonly<Record<string, string>>;
};

/** A message that a partner sent by itself. */
export type InboundMessage = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As it came. */
  body: Buffer;
  /** The address that it was sent to, as the partner knows it. */
  url: string;
};

/** What an inbound message says: what happened to which records. */
export type InboundNotice = { messageId: string; event: string; object: string; externalIds: readonly string[] };

export type InboundVerifier = {
  /** What names the sender in a message that nobody has verified yet (for Vault its id and host); null where it names none. */
  claimedBy(message: InboundMessage): string | null;
  /** What a connection answers to, to be compared with `claimedBy`. */
  getName(
    connection: Pick<RemoteContext, 'endpoints' | 'authentication'>,
    credential: Credential | null,
  ): string | null;
  /** Throws `unauthorized` for a bad, old or foreign signature. The key comes from the connection's own host alone. */
  verify(message: InboundMessage, context: RemoteContext): Promise<InboundNotice>;
};

/** What mappings can use of a kind of system beside fields. A mapping that needs more is refused when it is written. */
export type Abilities = Pick<Connector, 'hasTypes' | 'contentObjects' | 'hasActions'>;

/** One kind of external system. A further one is a folder and its name in `registry.ts`. */
export type Connector = {
  type: ConnectionType;
  authenticationTypes: readonly AuthenticationType[];
  /** The `change_detection.field` where a connection names none; null where it differs by object. */
  changeField: string | null;
  /** Logs in for `session`; throws `AuthorizationLost` where it is refused. Null where the kind has no sessions. */
  login: ((context: LoginContext) => Promise<Credential>) | null;
  /** Turns a token of OAuth into what the API takes, where it does not take the token itself. */
  exchange: ((context: LoginContext, accessToken: string) => Promise<Credential>) | null;
  /** Puts the credential of a session into a request, where it is not simply a header `authorization` of its values. */
  apply: (request: RemoteRequest, credential: Credential) => RemoteRequest;
  /** Keeps a session alive that is used no more for a while; null where nothing is needed. */
  keepAlive: { everyMs: number; ping: (context: RemoteContext) => Promise<void> } | null;
  open(context: RemoteContext): RemoteSystem;
  inbound: InboundVerifier | null;
  /** Its records have types, so that `document_types` of a mapping can restrict them. */
  hasTypes?: true;
  /** The objects whose records have files, so that `content_sync` of a mapping can bring them; its systems have `content` then. */
  contentObjects?: readonly string[];
  /** Mappings can start lifecycle actions of its records; its systems have `act` then. */
  hasActions?: true;
  /** A further name of `remote_status` in the health of its connections, which the specification has. */
  statusName?: 'vault_status';
};

/** The kinds of external systems by their names: the registry, or what a test gives beside it. */
export type Connectors = Readonly<Record<ConnectionType, Connector>>;

/** The connector of a connection. Throws for a kind that this deployment does not have, of which none can be created. */
export const getConnector = (connectors: Connectors, { type }: Pick<Connection, 'type'>): Connector => {
  const connector = connectors[type];
  if (!connector) throw new Error(`There is no connector of the type ${type}.`);
  return connector;
};
