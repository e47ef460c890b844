import { Advice, type Say } from './command-line.ts';
import { mongodbProcess, mongodbUri } from './mongo.ts';
import { findMongod } from './mongo-binary.ts';
import { type DataPaths, REPOSITORY } from './paths.ts';
import type { Plan, ProcessSpec } from './plan.ts';
import { infrastructurePorts } from './ports.ts';
import { type Backends, SERVICES, serviceProcesses } from './processes.ts';
import { amqpUrl, rabbitmqProcesses } from './rabbitmq.ts';
import { findRabbitmq } from './rabbitmq-install.ts';
import { loadSecrets, type Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** MongoDB and RabbitMQ as processes of our own, unless the settings name ones that run elsewhere; installs what is missing. */
export const planBackends = async (
  settings: Pick<Settings, 'portBase' | 'mongodbUri' | 'amqpUrl'>,
  own: { paths: DataPaths; secrets: Secrets; virtualHosts?: readonly string[] },
  say: Say,
): Promise<{ backends: Backends; processes: ProcessSpec[] }> => {
  const ports = infrastructurePorts(settings.portBase);
  const { AMQP_PASSWORD: password } = own.secrets;
  const mongodb = settings.mongodbUri === null ? [mongodbProcess(await findMongod(say), ports.mongodb, own.paths)] : [];
  const rabbitmq =
    settings.amqpUrl === null
      ? rabbitmqProcesses(findRabbitmq(say), { ...own, portBase: settings.portBase, password })
      : [];
  return {
    backends: {
      mongodbUri: requireUri(settings.mongodbUri ?? mongodbUri(ports.mongodb), 'MONGODB_URI'),
      amqpUrl: requireUri(settings.amqpUrl ?? amqpUrl(ports.rabbitmq, password), 'AMQP_URL'),
    },
    processes: [...mongodb, ...rabbitmq],
  };
};

/** The plan of the whole mesh. */
export const planMesh = async (settings: Settings, paths: DataPaths, say: Say): Promise<Plan> => {
  const secrets = loadSecrets(paths.secrets);
  const { backends, processes } = await planBackends(settings, { paths, secrets }, say);
  return {
    workingDirectory: REPOSITORY,
    logs: paths.logs,
    state: paths.state,
    processes: [...processes, ...serviceProcesses(SERVICES, { settings, secrets, backends })],
  };
};

const requireUri = (text: string, variable: string): string => {
  if (/^(mongodb(\+srv)?|amqps?):\/\//.test(text)) return text;
  throw new Advice(
    `${variable} does not look like an address, such as mongodb://… or amqp://… Correct it or unset it.`,
  );
};
