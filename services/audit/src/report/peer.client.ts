import type { Acts__Output } from '@qsc/contracts/grpc/activity/v1/Acts';
import type { Changes__Output } from '@qsc/contracts/grpc/activity/v1/Changes';
import type { ListActiveUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListActiveUsersResponse';
import type { ListExpiringApiKeysResponse__Output } from '@qsc/contracts/grpc/identity/v1/ListExpiringApiKeysResponse';
import type { Program__Output } from '@qsc/contracts/grpc/mesh/v1/Program';
import type { VerifiedSignatures__Output } from '@qsc/contracts/grpc/workflow/v1/VerifiedSignatures';
import {
  AppError,
  actDefinition,
  activityDefinition,
  type CommittedActs,
  type GrpcClient,
  type MeshMember,
  makeGrpcClient,
  programDefinition,
  serviceDefinition,
} from '@qsc/service-kit';

/** The addresses of the programs, by their names. */
export type PeerAddresses = Readonly<Record<string, string>>;

type Between = { from: Date; until: Date };

/** The calls of a report to other services. Each throws `service_unavailable` that names the one which is not reachable. */
export type Peers = {
  /** The names of the programs. */
  names: readonly string[];
  /** These programs with their versions. */
  programs(names: readonly string[]): Promise<Program__Output[]>;
  /** The changes that an owner of records knows of, in parts. */
  changes(service: string, orgId: string, period: Between): AsyncIterable<Changes__Output['changes']>;
  /** The acts that a service has committed, as far as it stores their events, in parts. */
  acts(service: string, orgId: string, period: Between): AsyncIterable<CommittedActs>;
  /** The signatures of a period, each verified now, in parts. */
  signatures(orgId: string, period: Between): AsyncIterable<VerifiedSignatures__Output['signatures']>;
  activeUsers(orgId: string): Promise<ListActiveUsersResponse__Output['users']>;
  expiringKeys(orgId: string, until: Date): Promise<ListExpiringApiKeysResponse__Output['keys']>;
  close(): void;
};

/** Longer than any period takes; an unreachable service fails at once. */
const STREAM_MS = 10 * 60_000;
const ANSWER_MS = 30_000;

const away = (service: string, cause: unknown): Error => {
  if (!(cause instanceof AppError) || cause.code !== 'service_unavailable') return cause as Error;
  return new AppError(
    'service_unavailable',
    `The ${service} service does not answer completely, and a report without it would be wrong. Try again.`,
    { retryAfter: cause.retryAfter ?? 1, details: { service }, cause },
  );
};

const asking = <Answer>(service: string, answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw away(service, error);
  });

async function* readingFrom<Part>(service: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts;
  } catch (error) {
    throw away(service, error);
  }
}

const toRequest = (orgId: string, { from, until }: Between) => ({
  org_id: orgId,
  from: from.toISOString(),
  to: until.toISOString(),
});

/** The clients of the other services. */
export const makePeers = (addresses: PeerAddresses, identity: GrpcClient, mesh: MeshMember): Peers => {
  const open: GrpcClient[] = [];
  const openClient = (name: string, definition: Parameters<typeof makeGrpcClient>[0]['definition']): GrpcClient => {
    const client = makeGrpcClient({ address: addresses[name] ?? '', name, definition }, mesh);
    open.push(client);
    return client;
  };
  const names = Object.keys(addresses);
  const programs = new Map(names.map((name) => [name, openClient(name, programDefinition())]));
  const owners = new Map(names.map((name) => [name, openClient(name, activityDefinition())]));
  const actors = new Map(names.map((name) => [name, openClient(name, actDefinition())]));
  const workflow = openClient('workflow', serviceDefinition('workflow'));
  const known = (clients: Map<string, GrpcClient>, name: string): GrpcClient => {
    const client = clients.get(name);
    if (!client) throw new Error(`No address of the ${name} service is known.`);
    return client;
  };

  return {
    names,
    programs: (wanted) =>
      Promise.all(
        wanted.map((name) => asking(name, known(programs, name).call<object, Program__Output>('GetProgram', {}))),
      ),
    async *changes(service, orgId, period) {
      const parts = known(owners, service).stream<object, Changes__Output>(
        'ListChanges',
        toRequest(orgId, period),
        STREAM_MS,
      );
      for await (const { changes } of readingFrom(service, parts)) yield changes;
    },
    async *acts(service, orgId, period) {
      const request = toRequest(orgId, period);
      const parts = known(actors, service).stream<object, Acts__Output>('ListActs', request, STREAM_MS);
      for await (const { acts, complete_since } of readingFrom(service, parts))
        yield {
          complete_since: new Date(complete_since),
          acts: acts.map(({ event_id, at, confirmed_at }) => ({
            event_id,
            at: new Date(at),
            confirmed_at: confirmed_at ? new Date(confirmed_at) : null,
          })),
        };
    },
    async *signatures(orgId, period) {
      const request = toRequest(orgId, period);
      const parts = workflow.stream<object, VerifiedSignatures__Output>('VerifySignatures', request, STREAM_MS);
      for await (const { signatures } of readingFrom('workflow', parts)) yield signatures;
    },
    async activeUsers(org_id) {
      const answer = identity.call<object, ListActiveUsersResponse__Output>('ListActiveUsers', { org_id }, ANSWER_MS);
      return (await asking('identity', answer)).users;
    },
    async expiringKeys(org_id, until) {
      const request = { org_id, until: until.toISOString() };
      const answer = identity.call<object, ListExpiringApiKeysResponse__Output>('ListExpiringApiKeys', request);
      return (await asking('identity', answer)).keys;
    },
    close() {
      for (const client of open) client.close();
    },
  };
};
