import { type BrokerAccess, buildBrokerAccess, makeOperator, requireBrokerUser } from './broker-access.ts';
import { Advice, type Say } from './command-line.ts';
import { buildAccess, DATABASE_PREFIX, type DatabaseAccess, replicaSetKey, requireUser } from './database-access.ts';
import { mongodbProcess, mongodbUri } from './mongo.ts';
import { findMongod } from './mongo-binary.ts';
import { type DataPaths, REPOSITORY } from './paths.ts';
import type { Plan, ProcessSpec } from './plan.ts';
import { infrastructurePorts } from './ports.ts';
import { writePrivateFile } from './private-file.ts';
import { SERVICES } from './processes.ts';
import { amqpUrl, rabbitmqProcesses } from './rabbitmq.ts';
import { findRabbitmq } from './rabbitmq-install.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import { type Backends, serviceProcesses } from './service-process.ts';
import type { Settings } from './settings.ts';

/** The users that each has beside the scripts' own; without them every program is the scripts' own user. */
type Access = { access?: DatabaseAccess; brokerAccess?: BrokerAccess };

/** MongoDB and RabbitMQ as processes of our own, unless the settings name ones that run elsewhere; installs what is missing. */
export const planBackends = async (
  settings: Pick<Settings, 'portBase' | 'mongodbUri' | 'amqpUrl'>,
  own: { paths: DataPaths; secrets: Secrets; virtualHosts?: readonly string[] } & Access,
  say: Say,
): Promise<{ backends: Backends; processes: ProcessSpec[] }> => {
  const ports = infrastructurePorts(settings.portBase);
  const operator = makeOperator(own.secrets);
  const brokerAccess = own.brokerAccess ?? { operator, programs: [] };
  const access = settings.mongodbUri === null ? (own.access ?? null) : null;
  if (access !== null) writePrivateFile(own.paths.mongodbKey, replicaSetKey(own.secrets));
  const node = { port: ports.mongodb, paths: own.paths, access };
  const mongodb = settings.mongodbUri === null ? [mongodbProcess(await findMongod(say), node)] : [];
  const rabbitmq =
    settings.amqpUrl === null
      ? rabbitmqProcesses(findRabbitmq(say), { ...own, access: brokerAccess, portBase: settings.portBase })
      : [];
  return {
    backends: {
      mongodbUri: requireUri(settings.mongodbUri ?? mongodbUri(ports.mongodb, access?.admin ?? null), 'MONGODB_URI'),
      ...(access === null
        ? {}
        : { toMongodbUri: (program) => mongodbUri(ports.mongodb, requireUser(access, program)) }),
      amqpUrl: requireUri(settings.amqpUrl ?? amqpUrl(ports.rabbitmq, operator), 'AMQP_URL'),
      ...(settings.amqpUrl !== null || brokerAccess.programs.length === 0
        ? {}
        : { toAmqpUrl: (program) => amqpUrl(ports.rabbitmq, requireBrokerUser(brokerAccess, program)) }),
    },
    processes: [...mongodb, ...rabbitmq],
  };
};

/** The plan of the whole mesh, each program with users of MongoDB and RabbitMQ of its own, and where its data is. */
export const planMesh = async (
  settings: Settings,
  paths: DataPaths,
  say: Say,
): Promise<{ plan: Plan; backends: Backends }> => {
  const secrets = loadSecrets(paths.secrets);
  const programs = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
  const access = buildAccess(programs, {
    secrets,
    prefix: settings.variables.MONGODB_DATABASE_PREFIX || DATABASE_PREFIX,
  });
  const brokerAccess = buildBrokerAccess(programs, { secrets });
  const { backends, processes } = await planBackends(settings, { paths, secrets, access, brokerAccess }, say);
  const plan: Plan = {
    workingDirectory: REPOSITORY,
    logs: paths.logs,
    state: paths.state,
    processes: [...processes, ...serviceProcesses(SERVICES, { settings, secrets, backends })],
  };
  return { plan, backends };
};

const requireUri = (text: string, variable: string): string => {
  if (/^(mongodb(\+srv)?|amqps?):\/\//.test(text)) return text;
  throw new Advice(
    `${variable} does not look like an address, such as mongodb://… or amqp://… Correct it or unset it.`,
  );
};
