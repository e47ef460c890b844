import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DataPaths } from './paths.ts';
import type { ProcessSpec } from './plan.ts';
import { infrastructurePorts } from './ports.ts';
import type { RabbitmqPrograms } from './rabbitmq-install.ts';
import { SEARCH_PATH } from './tool.ts';

const USER = 'qsc';
const NODE = 'qsc@localhost';

/** The address that services are given for the private node. */
export const amqpUrl = (port: number, password: string): string =>
  `amqp://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`;

/** What a private node is made of; virtual hosts beside the default one are given by name. */
export type RabbitmqNode = { portBase: number; password: string; paths: DataPaths; virtualHosts?: readonly string[] };

/** A private RabbitMQ node in the data directory, and the Erlang port mapper that it needs, both on the loopback address. */
export const rabbitmqProcesses = (programs: RabbitmqPrograms, node: RabbitmqNode): ProcessSpec[] => {
  const ports = infrastructurePorts(node.portBase);
  const folder = node.paths.rabbitmq;
  writeConfiguration(folder, ports.rabbitmq, node);
  const erlang = {
    PATH: `${dirname(programs.epmd)}:${SEARCH_PATH}`,
    HOME: join(folder, 'home'),
    LANG: 'C.UTF-8',
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(ports.epmd),
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
    environment: { ...erlang, ...nodeEnvironment(folder, ports) },
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

const writeConfiguration = (folder: string, port: number, { password, virtualHosts = [] }: RabbitmqNode): void => {
  for (const name of ['home', 'mnesia', 'log', 'generated', 'schema']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  const definitions = join(folder, 'definitions.json');
  const access =
    virtualHosts.length === 0
      ? [`default_user = ${USER}`, `default_pass = ${password}`]
      : [`load_definitions = ${definitions}`];
  if (virtualHosts.length > 0)
    writeFileSync(definitions, JSON.stringify(definitionsOf(password, ['/', ...virtualHosts])), { mode: 0o600 });
  const configuration = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    ...access,
    'log.file = false',
    'log.console = true',
    'log.console.level = warning',
  ];
  writeFileSync(join(folder, 'rabbitmq.conf'), `${configuration.join('\n')}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'enabled_plugins'), '[].\n');
};

/** RabbitMQ makes no default user where it loads definitions, so they hold it. */
const definitionsOf = (password: string, virtualHosts: readonly string[]) => ({
  users: [
    {
      name: USER,
      password_hash: passwordHash(password),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: [],
    },
  ],
  vhosts: virtualHosts.map((name) => ({ name })),
  permissions: virtualHosts.map((vhost) => ({ user: USER, vhost, configure: '.*', write: '.*', read: '.*' })),
});

/** RabbitMQ's form of a salted SHA-256 (rabbitmq.com/docs/passwords). */
const passwordHash = (password: string): string => {
  const salt = randomBytes(4);
  const digest = createHash('sha256').update(salt).update(password).digest();
  return Buffer.concat([salt, digest]).toString('base64');
};
