import type { Express } from 'express';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { Setup } from './broker/connection.ts';
import type { Consumer } from './broker/consumer.ts';
import type { KindBinding } from './broker/kind-binding.ts';
import { makePublisher } from './broker/publisher.ts';
import { makeRelay, type Relay } from './broker/relay.ts';
import { makeTasks, type Tasks } from './broker/task.ts';
import { type Clock, systemClock } from './clock.ts';
import { keySetUrl, type ProgramConfig } from './config.ts';
import { type ListActs, makeListActs } from './grpc/act.ts';
import { type GrpcClient, makeServiceClient } from './grpc/client.ts';
import { makeTakeCommand, type TakeCommand } from './grpc/command.ts';
import type { GrpcService } from './grpc/server.ts';
import { makeTakeCommands, type TakeCommands } from './grpc/several-commands.ts';
import type { Authenticate } from './http/authenticate.ts';
import type { Checks } from './http/health.ts';
import { makeOncePerKey, type OncePerKey } from './http/idempotency.ts';
import type { AnyRoute } from './http/route.ts';
import {
  makeOrganizations,
  makeReadLocalTime,
  type Organizations,
  type ReadLocalTime,
  type RequestOrganizations,
} from './identity/organization.ts';
import type { Log } from './log.ts';
import type { Metrics, Observe } from './metrics.ts';
import { type Collection, type CollectionDefinition, openCollection } from './mongo/collection.ts';
import { type GroupCommit, makeGroupCommit } from './mongo/group-commit.ts';
import type { Migration } from './mongo/migrate.ts';
import { idempotencyDefinition, inboxDefinition, outboxDefinition } from './mongo/system-collections.ts';
import { makeUnitOfWork, type UnitOfWork } from './mongo/unit-of-work.ts';
import { sampledTraceId } from './telemetry.ts';
import { meshMember } from './tls/mesh.ts';
import { makeTokenVerifier, type TokenVerifier } from './token-verifier.ts';

/** What the kit gives every service to compose itself from, the identity service among them. */
export type ProgramKit = {
  name: string;
  log: Log;
  clock: Clock;
  metrics: Metrics;
  connection: Connection;
  unitOfWork: UnitOfWork;
  tasks: Tasks;
  oncePerKey: OncePerKey;
  /** Runs what another service's command asks for, once. */
  localTime: ReadLocalTime;
  takeCommand: TakeCommand;
  /** Decides what several commands of one message ask for, each once, in one commit. */
  takeCommands: TakeCommands;
  inbox: Collection<{ _id: string; received_at: Date }>;
  /** The acts that the service has committed, as far as it keeps their events. */
  listActs: ListActs;
  open<Shape extends z.ZodObject, FilterOnly extends string>(
    definition: CollectionDefinition<Shape, FilterOnly>,
  ): Collection<z.infer<Shape> & { _id: string }, FilterOnly>;
};

/** The same for every service that asks the identity service. */
export type Kit = ProgramKit & {
  identity: { client: GrpcClient; organizations: Organizations; verifier: TokenVerifier };
};

/**
 * What a service hands back: its routes, what it answers over gRPC and consumes, and what else runs in it. Nothing runs
 * before `start`; `stop` ends it at any moment, also while it starts.
 */
export type Composed = {
  routes: readonly AnyRoute[];
  grpc?: readonly GrpcService[];
  consumers?: readonly Consumer[];
  kindBindings?: readonly KindBinding[];
  /** Handlers before the routes, for what is not part of `/v1`. */
  before?: (app: Express) => void;
  /** How callers are distinguished, in the identity service itself. */
  access?: { authenticate: Authenticate; organizations: RequestOrganizations };
  checks?: Checks;
  /** Begins nothing more once the signal is aborted: then the service stops. */
  start?: (signal: AbortSignal) => Promise<void> | void;
  /** Ends what would keep the servers open (streams), when the stop begins. */
  drain?: () => void;
  stop?: () => Promise<void> | void;
};

export type ServiceDefinition = {
  name: string;
  /** Whose database it works on, where that is another program's of the same service. */
  database?: string;
  config: ProgramConfig;
  collections: readonly CollectionDefinition<z.ZodObject>[];
  migrations?: readonly Migration[];
  clock?: Clock;
  /** The identity service takes a `ProgramKit`. */
  compose: (kit: Kit) => Promise<Composed> | Composed;
};

/** The unit of work with the relay behind it, what the relay needs on each connection to the broker, and the end of commits. */
export type OutgoingEvents = { unitOfWork: UnitOfWork; relay: Relay; setup: Setup; stopCommits: GroupCommit['stop'] };

type Commit = GroupCommit['commit'];

/** Notes how long writers wait until their changes are durable. */
const timed = (commit: Commit, metrics: Pick<Metrics, 'histogram'> | undefined): Commit => {
  const duration: Observe = metrics
    ? metrics.histogram('mongodb_commit_duration_seconds', 'From the wish to commit to what is durable', {
        labels: ['ok'],
      })
    : () => {};
  return async (changes) => {
    const began = performance.now();
    let ok = 'no';
    try {
      await commit(changes);
      ok = 'yes';
    } finally {
      duration({ ok }, (performance.now() - began) / 1000, sampledTraceId());
    }
  };
};

type Around = { log: Log; clock: Clock; metrics?: Pick<Metrics, 'histogram'> };

/** Opens the way of outgoing events: outbox, relay and publisher. */
export const makeOutgoing = (connection: Connection, { log, clock, metrics }: Around): OutgoingEvents => {
  const outbox = openCollection(connection, outboxDefinition);
  const publisher = makePublisher();
  const relay = makeRelay({ outbox, publisher, clock: systemClock, log });
  const commits = makeGroupCommit(connection);
  const unitOfWork = makeUnitOfWork({
    commitChanges: timed(commits.commit, metrics),
    outbox,
    idempotency: openCollection(connection, idempotencyDefinition),
    clock,
    relayClock: systemClock,
    log,
    offer: relay.offer,
  });
  return { unitOfWork, relay, setup: publisher.setup, stopCommits: commits.stop };
};

const connectIdentity = (
  address: string,
  { config, name, clock = systemClock }: Pick<ServiceDefinition, 'config' | 'name' | 'clock'>,
): Kit['identity'] => {
  const client = makeServiceClient('identity', address, meshMember(config, name));
  const verifier = makeTokenVerifier({
    jwksUrl: keySetUrl(config),
    issuer: config.AUTH_URL,
    audience: config.BASE_URL,
  });
  return { client, organizations: makeOrganizations(client, clock), verifier };
};

/** What the service composes itself from. */
export const makeKit = (
  definition: ServiceDefinition,
  connection: Connection,
  { outgoing, log, metrics }: { outgoing: OutgoingEvents; log: Log; metrics: Metrics },
): Kit => {
  const { name, config, clock = systemClock } = definition;
  const { unitOfWork } = outgoing;
  const rows = openCollection(connection, idempotencyDefinition);
  const outbox = openCollection(connection, outboxDefinition);
  const oncePerKey = makeOncePerKey({ rows, unitOfWork, clock });
  const { IDENTITY_GRPC_URL: address } = config;
  const identity = address === undefined ? undefined : connectIdentity(address, definition);
  const localTime = makeReadLocalTime(clock, identity?.organizations);
  return {
    name,
    log,
    clock,
    metrics,
    connection,
    unitOfWork,
    tasks: makeTasks(outbox),
    listActs: makeListActs(outbox),
    oncePerKey,
    takeCommand: makeTakeCommand({ oncePerKey, localTime }),
    takeCommands: makeTakeCommands({ rows, unitOfWork, clock, localTime }),
    inbox: openCollection(connection, inboxDefinition),
    open: (collection) => openCollection(connection, collection),
    localTime,
    // Without an address it is the identity service, which takes none.
    identity: identity as Kit['identity'],
  };
};

/** Ends the connection to identity. */
export const closeIdentity = ({ identity }: Partial<Pick<Kit, 'identity'>>): void => identity?.client.close();
