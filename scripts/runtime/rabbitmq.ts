import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrokerAccess, BrokerUser } from './broker-access.ts';
import { brokerDefinitions } from './broker-definitions.ts';
import type { DataPaths } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { infrastructurePorts } from './ports.ts';
import type { RabbitmqPrograms } from './rabbitmq-install.ts';
import { SEARCH_PATH } from './tool.ts';

const NODE = 'qsc@localhost';

/** The address of the private node for one of its users. */
export const amqpUrl = (port: number, { name, password }: BrokerUser): string =>
  `amqp://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

/** What a private node is made of; virtual hosts beside the default one are given by name. */
export type RabbitmqNode = {
  portBase: number;
  access: BrokerAccess;
  paths: DataPaths;
  virtualHosts?: readonly string[];
};

/** A private RabbitMQ node in the data directory, and the Erlang port mapper that it needs, both on the loopback address. */
export const rabbitmqProcesses = (programs: RabbitmqPrograms, node: RabbitmqNode): ProcessSpec[] => {
  const ports = infrastructurePorts(node.portBase);
  const folder = node.paths.rabbitmq;
  writeConfiguration(folder, ports.rabbitmq, node);
  takeQueuesAlong(folder);
  const erlang = {
    PATH: `${dirname(programs.epmd)}:${SEARCH_PATH}`,
    HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(ports.epmd),
    // By default it is written where the scripts are called.
    ERL_CRASH_DUMP: join(folder, 'erl_crash.dump'),
  };
  const epmd: ProcessSpec = {
    name: 'epmd',
    stage: 0,
    command: [programs.epmd, '-address', '127.0.0.1', '-port', String(ports.epmd)],
    environment: erlang,
    httpPort: null,
    ports: [{ port: ports.epmd, purpose: "RabbitMQ's port mapper" }],
    probe: { kind: 'tcp', port: ports.epmd },
    stopGraceMs: 2000,
  };
  const rabbitmq: ProcessSpec = {
    name: 'rabbitmq',
    stage: 1,
    command: [programs.server],
    environment: { ...erlang, ...nodeEnvironment(folder, ports), QSC_BROKER_ACCESS: computeDigest(node.access) },
    httpPort: null,
    ports: [
      { port: ports.rabbitmq, purpose: 'RabbitMQ' },
      { port: ports.rabbitmqDistribution, purpose: "RabbitMQ's own commands" },
    ],
    probe: { kind: 'amqp', port: ports.rabbitmq },
    stopGraceMs: 30_000,
  };
  return [epmd, rabbitmq];
};

const nodeEnvironment = (
  folder: string,
  ports: { rabbitmq: number; rabbitmqDistribution: number },
): Record<string, string> => ({
  RABBITMQ_NODENAME: NODE,
  RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
  RABBITMQ_NODE_PORT: String(ports.rabbitmq),
  RABBITMQ_DIST_PORT: String(ports.rabbitmqDistribution),
  RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
  RABBITMQ_LOG_BASE: join(folder, 'log'),
  RABBITMQ_LOGS: '-',
  RABBITMQ_PID_FILE: join(folder, 'rabbitmq.pid'),
  RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq.conf'),
  RABBITMQ_ADVANCED_CONFIG_FILE: join(folder, 'advanced.config'),
  RABBITMQ_CONF_ENV_FILE: join(folder, 'rabbitmq-env.conf'),
  RABBITMQ_GENERATED_CONFIG_DIR: join(folder, 'generated'),
  RABBITMQ_SCHEMA_DIR: join(folder, 'schema'),
  RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
  // Its schedulers sleep when they have nothing to do, since they share the machine's cores with everything else.
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
    '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
  // Makes the script become the node, so that its pid is the node's; the node itself handles SIGTERM.
  RUNNING_UNDER_SYSTEMD: 'true',
});

/** Users and rights are read when the node starts: a plan with others is another plan. */
const computeDigest = (access: BrokerAccess): string =>
  createHash('sha256').update(JSON.stringify(access)).digest('base64url');

/** Users, rights and exchanges are definitions that the node loads whenever it starts, also one that has lost everything. */
const writeConfiguration = (folder: string, port: number, { access, virtualHosts = [] }: RabbitmqNode): void => {
  for (const name of ['home', 'mnesia', 'log', 'generated', 'schema']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  const definitions = join(folder, 'definitions.json');
  const wanted = brokerDefinitions({ access, virtualHost: '/', others: virtualHosts });
  writeFileSync(definitions, JSON.stringify(wanted), { mode: 0o600 });
  const configuration = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `load_definitions = ${definitions}`,
    'log.file = false',
    'log.console = true',
    'log.console.level = warning',
  ];
  writeFileSync(join(folder, 'rabbitmq.conf'), `${configuration.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'enabled_plugins'), '[].\n');
};

const QUEUE_FOLDER = /(?<=data_dir =>\s+)"(?:[^"\\]|\\.)*"/g;

/**
 * Each queue has the path of its folder in its settings: in data that was moved or copied it would be looked for, and written,
 * where the data lay before.
 */
const takeQueuesAlong = (folder: string): void => {
  for (const settings of globSync(join(folder, 'mnesia/*/quorum/*/*/config'))) {
    const known = readFileSync(settings, 'utf8');
    const moved = known.replaceAll(QUEUE_FOLDER, () => JSON.stringify(dirname(dirname(settings))));
    if (moved === known) continue;
    writeFileSync(`${settings}.new`, moved);
    renameSync(`${settings}.new`, settings);
  }
};
