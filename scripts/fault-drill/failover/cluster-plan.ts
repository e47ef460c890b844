import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessSpec } from '../../runtime/plan.ts';
import { findFreePortBase, infrastructurePorts } from '../../runtime/ports.ts';
import { MONGODB_MEMBERS, type PlanDrill, planDrill, RABBITMQ_NODES } from '../mesh/drill-plan.ts';

type Ports = ReturnType<typeof infrastructurePorts>;

/** The names of the RabbitMQ nodes among themselves. */
export const toNodeName = (name: string): string => `${name}@localhost`;

const requireSpec = (processes: readonly ProcessSpec[], name: string): ProcessSpec => {
  const spec = processes.find((one) => one.name === name);
  if (spec === undefined) throw new Error(`There is no ${name} in the plan.`);
  return spec;
};

/**
 * Plans the mesh of the drill over a replica set of three and a cluster of three RabbitMQ nodes. Programs know the addresses of all
 * members of the replica set, and one address of RabbitMQ, that of the balancer.
 */
export const planOverClusters =
  (balancerPort: number, onBrokerPorts: (ports: readonly number[]) => void): PlanDrill =>
  async (options) => {
    const { plan, amqpUrl, wired, ...planned } = await planDrill(options);
    const ports = await Promise.all(RABBITMQ_NODES.map(async () => infrastructurePorts(await findFreePortBase())));
    const replicaSet = toReplicaSet(requireSpec(plan.processes, 'mongodb'), options.paths.mongodb, ports);
    const cluster = toBrokerCluster(requireSpec(plan.processes, 'rabbitmq'), options.paths.rabbitmq, ports);
    onBrokerPorts(ports.map(({ rabbitmq }) => rabbitmq));

    const hosts = ports.map(({ mongodb }) => `127.0.0.1:${mongodb}`).join(',');
    const atBalancer = (url: string): string => url.replace(/:\d+$/, `:${balancerPort}`);
    const withClusters = (spec: ProcessSpec): ProcessSpec => {
      const { MONGODB_URI, AMQP_URL, ...rest } = spec.environment;
      if (MONGODB_URI === undefined || AMQP_URL === undefined) return spec;
      const addresses = {
        MONGODB_URI: MONGODB_URI.replace(/127\.0\.0\.1:\d+/, hosts),
        AMQP_URL: atBalancer(AMQP_URL),
      };
      return { ...spec, environment: { ...rest, ...addresses } };
    };
    const others = plan.processes.filter(({ name }) => name !== 'mongodb' && name !== 'rabbitmq');
    return {
      ...planned,
      amqpUrl: atBalancer(amqpUrl),
      wired: { ...wired, rabbitmq: balancerPort },
      plan: { ...plan, processes: [...replicaSet, ...cluster, ...others.map(withClusters)] },
    };
  };

/** Three members made of the one that was planned, each with its own data and port. */
const toReplicaSet = (spec: ProcessSpec, folder: string, all: readonly Ports[]): ProcessSpec[] => {
  const members = all.map(({ mongodb }) => mongodb);
  return MONGODB_MEMBERS.map((name, index) => {
    const port = members[index] ?? 0;
    const own = join(folder, name);
    mkdirSync(own, { mode: 0o700 });
    const values: Record<string, string> = { '--dbpath': own, '--port': String(port) };
    const [program, ...parameters] = spec.command;
    const command = parameters.map((text, place) => values[parameters[place - 1] ?? ''] ?? text);
    const { replicaSet } = spec.probe as Extract<ProcessSpec['probe'], { kind: 'mongodb' }>;
    return {
      ...spec,
      name,
      command: [program, ...command],
      environment: { ...spec.environment, HOME: own },
      ports: [{ port, purpose: 'MongoDB' }],
      probe: { kind: 'mongodb-member', port, replicaSet, members },
    };
  });
};

/** All nodes know each other by one cookie, in the home of the one that was planned. */
const SHARED = ['HOME', 'RABBITMQ_ENABLED_PLUGINS_FILE'];

const CLUSTER = [
  // A node that sees no majority stops serving: what it acknowledged alone would be lost.
  'cluster_partition_handling = pause_minority',
  'cluster_formation.peer_discovery_backend = classic_config',
  'cluster_formation.randomized_startup_delay_range.min = 0',
  'cluster_formation.randomized_startup_delay_range.max = 1',
  ...RABBITMQ_NODES.map((name, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${toNodeName(name)}`),
];

/** Three nodes made of the one that was planned. The first starts alone, and the others join it. */
const toBrokerCluster = (spec: ProcessSpec, folder: string, all: readonly Ports[]): ProcessSpec[] => {
  const planned = readFileSync(join(folder, 'rabbitmq.conf'), 'utf8');
  return RABBITMQ_NODES.map((name, index) => {
    const { rabbitmq: port = 0, rabbitmqDistribution: distribution = 0 } = all[index] ?? {};
    const own = join(folder, name);
    for (const part of ['mnesia', 'log', 'generated', 'schema'])
      mkdirSync(join(own, part), { recursive: true, mode: 0o700 });
    const configuration = planned.replace(/(?<=^listeners\.tcp\.1 = ).*/m, `127.0.0.1:${port}`);
    writeFileSync(join(own, 'rabbitmq.conf'), `${configuration}${CLUSTER.join('\n')}\n`, { mode: 0o600 });
    const moved = Object.entries(spec.environment).map(([variable, value]) => [
      variable,
      SHARED.includes(variable) ? value : value.replace(folder, own),
    ]);
    return {
      ...spec,
      name,
      stage: spec.stage + (index === 0 ? 0 : 0.5),
      environment: {
        ...Object.fromEntries(moved),
        RABBITMQ_NODENAME: toNodeName(name),
        RABBITMQ_NODE_PORT: String(port),
        RABBITMQ_DIST_PORT: String(distribution),
      },
      ports: [
        { port, purpose: 'RabbitMQ' },
        { port: distribution, purpose: "RabbitMQ's nodes among themselves" },
      ],
      probe: { kind: 'amqp', port },
    };
  });
};
