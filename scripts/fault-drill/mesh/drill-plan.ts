import { BROKER_PARTS, buildBrokerAccess } from '../../runtime/broker-access.ts';
import { planBackends } from '../../runtime/mesh-plan.ts';
import { type DataPaths, REPOSITORY } from '../../runtime/paths.ts';
import type { Plan, ProcessSpec } from '../../runtime/plan.ts';
import { findFreePortBase, infrastructurePorts } from '../../runtime/ports.ts';
import { addresses } from '../../runtime/process-address.ts';
import { SERVICES, type ServiceRow } from '../../runtime/processes.ts';
import { loadSecrets } from '../../runtime/secrets.ts';
import { serviceProcesses } from '../../runtime/service-process.ts';
import { amqpFrameLength, mongoFrameLength } from '../wire/framing.ts';
import { Wire } from '../wire/wire.ts';

/** What has a database of its own; `projector` is the drill's, which keeps a read model of the entities. */
export const DATABASES = [
  ...(['identity', 'entity', 'audit', 'supplier', 'certificate'] as const),
  ...(['quality', 'workflow', 'webhook', 'integration', 'projector'] as const),
] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** The programs that keep data; a worker does so in the database of its service. */
export const STATEFUL = [...DATABASES, 'certificate-worker', 'audit-worker'] as const;
export type Keeper = (typeof STATEFUL)[number];

/** The programs that take messages from queues. */
export const CONSUMING = [
  ...(['entity', 'audit', 'audit-worker', 'supplier', 'certificate-worker'] as const),
  ...(['quality', 'workflow', 'webhook', 'integration', 'projector'] as const),
] as const satisfies readonly Keeper[];

/** The processes of each service. Every service of the mesh has two, and each two a gateway of their own. */
export const REPLICAS = {
  identity: ['identity-1', 'identity-2'],
  entity: ['entity-1', 'entity-2'],
  audit: ['audit-1', 'audit-2'],
  supplier: ['supplier-1', 'supplier-2'],
  certificate: ['certificate-1', 'certificate-2'],
  'certificate-worker': ['certificate-worker-1', 'certificate-worker-2'],
  quality: ['quality-1', 'quality-2'],
  workflow: ['workflow-1', 'workflow-2'],
  webhook: ['webhook-1', 'webhook-2'],
  integration: ['integration-1', 'integration-2'],
  'audit-worker': ['audit-worker-1', 'audit-worker-2'],
  projector: ['projector-1'],
  gateway: ['gateway-1', 'gateway-2'],
} as const;

export type Service = keyof typeof REPLICAS;
/** A process that keeps data; it has wires of its own. */
export type Replica = (typeof REPLICAS)[Keeper][number];

/** Every process that takes messages from queues. */
export const CONSUMERS: readonly Replica[] = CONSUMING.flatMap((name): readonly Replica[] => REPLICAS[name]);

export const STATEFUL_REPLICAS: readonly Replica[] = STATEFUL.flatMap((name): readonly Replica[] => REPLICAS[name]);

/** In the drill that fails over there are three of both. */
export const MONGODB_MEMBERS = ['mongodb-1', 'mongodb-2', 'mongodb-3'] as const;
export const RABBITMQ_NODES = ['rabbitmq-1', 'rabbitmq-2', 'rabbitmq-3'] as const;
export type Member = (typeof MONGODB_MEMBERS)[number] | (typeof RABBITMQ_NODES)[number];

/**
 * What the drill starts, the addresses of its two gateways, and that of RabbitMQ for who may do anything there. `wired`: the ports
 * that the wires lead to.
 */
export type DrillPlan = {
  plan: Plan;
  wired: { mongodb: number; rabbitmq: number };
  baseUrls: readonly [string, string];
  amqpUrl: string;
};

type Options = { directory: string; paths: DataPaths };

/** Plans what a drill starts in a directory. */
export type PlanDrill = (options: Options) => Promise<DrillPlan>;

const PROJECTOR: ServiceRow = {
  name: 'projector',
  entry: 'scripts/fault-drill/projector/main.ts',
  httpOffset: 60,
  grpcOffset: 61,
  keepsData: true,
  asks: [],
  secrets: ['MESH_SECRET'],
  options: [],
};

/** Every program has a user of RabbitMQ of its own, as in a mesh of scripts/up. */
const PARTS = { ...BROKER_PARTS, projector: { publishes: 'projector', takes: 'projector', subscribes: ['entity'] } };

const VARIABLES = {
  LOG_LEVEL: 'info',
  // A receiver that fails now and then is tried again within seconds, and more often than it fails.
  WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,2,2,5,5,5,5,5,5,5,5,5,5',
};

/** Plans MongoDB, RabbitMQ and two replicas of every service. The second ones reach each other and not the first ones. */
export const planDrill: PlanDrill = async ({ directory, paths }) => {
  const portBase = await findFreePortBase();
  const otherBase = await findFreePortBase();
  const settings = { dataDir: directory, portBase, mongodbUri: null, amqpUrl: null, variables: VARIABLES };
  const secrets = loadSecrets(paths.secrets);
  const brokerAccess = buildBrokerAccess(STATEFUL, { secrets, parts: PARTS });
  const { backends, processes } = await planBackends(settings, { paths, secrets, brokerAccess }, () => {});
  const first = serviceProcesses([...SERVICES, PROJECTOR], { settings, secrets, backends });
  const second = serviceProcesses(SERVICES, { settings: { ...settings, portBase: otherBase }, secrets, backends });
  const { baseUrl, authUrl } = addresses(portBase);
  const other = addresses(otherBase);
  const shared = {
    BASE_URL: baseUrl,
    AUTH_URL: authUrl,
    JWKS_URL: new URL('/.well-known/jwks.json', other.authUrl).href,
  };
  return {
    wired: infrastructurePorts(portBase),
    baseUrls: [baseUrl, other.baseUrl],
    amqpUrl: backends.amqpUrl,
    plan: {
      workingDirectory: REPOSITORY,
      logs: paths.logs,
      state: paths.state,
      processes: [
        ...processes.map(withRareJournal),
        ...first.map((spec) => numbered(spec, 1, {})),
        ...second.map((spec) => numbered(spec, 2, shared)),
      ],
    },
  };
};

/** MongoDB writes its journal as seldom as it can by itself, so that a commit that does not wait for it is lost with a kill. */
const withRareJournal = (spec: ProcessSpec): ProcessSpec =>
  spec.name === 'mongodb' ? { ...spec, command: [...spec.command, '--journalCommitInterval', '500'] } : spec;

const numbered = (spec: ProcessSpec, number: 1 | 2, environment: Record<string, string>): ProcessSpec => ({
  ...spec,
  name: `${spec.name}-${number}`,
  environment: { ...spec.environment, ...environment },
});

/** The two ways that a service has to where data is kept. */
export type Wires = { mongodb: Wire; rabbitmq: Wire };

/** Opens both ways for one service. */
export const openWires = async (ports: { mongodb: number; rabbitmq: number }): Promise<Wires> => ({
  mongodb: await Wire.open({ target: ports.mongodb, getFrameLength: mongoFrameLength, renames: true }),
  rabbitmq: await Wire.open({ target: ports.rabbitmq, getFrameLength: amqpFrameLength, renames: false }),
});

/** The environment of a service whose ways lead through the wires. */
export const wiredEnvironment = (
  environment: Readonly<Record<string, string>>,
  { mongodb, rabbitmq }: Wires,
): Record<string, string> => ({
  ...environment,
  MONGODB_URI: withPort(environment.MONGODB_URI ?? '', mongodb.port),
  AMQP_URL: withPort(environment.AMQP_URL ?? '', rabbitmq.port),
});

/** The members of a replica set of several are reached past the wires: each names the addresses of all. */
const withPort = (address: string, port: number): string =>
  address.includes(',') ? address : address.replace(/:\d+(?=\/|$)/, `:${port}`);

/**
 * What has not come after so long does not come any more, in milliseconds: it ends what hangs, and judges nothing. On a core that
 * thirty programs share, a write was seen to take more than five minutes.
 */
export const HANG_MS = 30 * 60_000;
