import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages } from './apt.ts';
import { Advice, type Say } from './command-line.ts';
import { commandOnPath } from './tool.ts';

/** Debian's command in /usr/sbin drops the environment; the server itself lies here. */
const DEBIAN_SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

export type RabbitmqPrograms = { server: string; epmd: string };

/** The RabbitMQ server and the port mapper of its Erlang, installed where missing. Throws `Advice` where that fails. */
export const findRabbitmq = (say: Say): RabbitmqPrograms => {
  const server = findServer() ?? installServer(say);
  const epmd = findEpmd();
  if (epmd === null)
    throw new Advice('RabbitMQ is there but its epmd is not. Install Erlang: apt-get install erlang-base');
  return { server, epmd };
};

const findServer = (): string | null => (existsSync(DEBIAN_SERVER) ? DEBIAN_SERVER : commandOnPath('rabbitmq-server'));

const installServer = (say: Say): string => {
  installPackages(['rabbitmq-server'], say);
  const server = findServer();
  if (server !== null) return server;
  throw new Advice('RabbitMQ was installed but its program was not found. Set AMQP_URL to a RabbitMQ that runs.');
};

const findEpmd = (): string | null => {
  const onPath = commandOnPath('epmd');
  if (onPath !== null) return onPath;
  const erl = commandOnPath('erl');
  const beside = erl === null ? null : join(dirname(realpathSync(erl)), 'epmd');
  return beside !== null && existsSync(beside) ? beside : null;
};
