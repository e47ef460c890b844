import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parkingQueueName, QUEUES } from '@qsc/contracts/events';
import amqp from 'amqplib';
import { Advice } from '../runtime/command-line.ts';
import type { DataPaths } from '../runtime/paths.ts';
import { writePrivateFile } from '../runtime/private-file.ts';
import { loadSecrets, SECRET_NAMES, type Secrets } from '../runtime/secrets.ts';
import type { Settings } from '../runtime/settings.ts';
import { isSupervised, readState } from '../runtime/state.ts';
import { DEMO, differingKeys, settingsHere } from './settings-kept.ts';

type Deployment = { settings: Settings; paths: DataPaths };

/** Throws `Advice` where a deployment may not be restored into: it runs, has other keys, or its broker holds messages. */
export const requireRestorable = async (
  { settings, paths }: Deployment,
  kept: Record<string, string>,
): Promise<void> => {
  if (isSupervised(readState(paths.state))) throw new Advice('The mesh runs. Stop it first: ./scripts/down');
  const differing = differingKeys(settingsHere(settings), kept);
  if (differing.length > 0)
    throw new Advice(
      `Here are other keys than in the backup: ${differing.join(', ')}. What it holds could not be opened or verified by them. ` +
        'Set those of the backup (scripts/restore --keys FILE shows them), or move the data directory away.',
    );
  if (settings.amqpUrl !== null) await requireNoQueues(settings.amqpUrl);
  else if (hasEntries(join(paths.rabbitmq, 'mnesia')))
    throw new Advice(
      `RabbitMQ has data in ${paths.rabbitmq}: messages of after the backup must not reach what is restored. Move it away.`,
    );
};

const hasEntries = (folder: string): boolean => existsSync(folder) && readdirSync(folder).length > 0;

/** What waits in a queue may be of after the backup, and tell of what is not in it. */
const requireNoQueues = async (url: string): Promise<void> => {
  const connection = await amqp.connect(url).catch((error: Error) => {
    throw new Advice(`RabbitMQ does not answer at AMQP_URL: ${error.message}`);
  });
  try {
    for (const queue of QUEUES.flatMap((name) => [name, parkingQueueName(name)]))
      if (await isThere(connection, queue))
        throw new Advice(
          `RabbitMQ has the queue ${queue}: messages of after the backup must not reach what is restored. Delete the queues of ` +
            'the mesh, or name another virtual host in AMQP_URL.',
        );
  } finally {
    await connection.close();
  }
};

const NOT_FOUND = 404;

const isThere = async (connection: amqp.ChannelModel, queue: string): Promise<boolean> => {
  // The broker closes the channel that asks for what is not there.
  const channel = await connection.createChannel();
  channel.on('error', () => {});
  try {
    await channel.checkQueue(queue);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === NOT_FOUND) return false;
    throw new Advice(`RabbitMQ does not say whether it has the queue ${queue}: ${(error as Error).message}`);
  }
};

/** The secrets that the restored deployment runs with: those of its data directory, or those of the backup where it has none. */
export const adoptSettings = (paths: DataPaths, kept: Record<string, string>): Secrets => {
  if (!existsSync(paths.secrets)) writePrivateFile(paths.secrets, `${JSON.stringify(pickSecrets(kept), null, 2)}\n`);
  if (kept[DEMO] && !existsSync(paths.demo)) writePrivateFile(paths.demo, `${kept[DEMO]}\n`);
  return loadSecrets(paths.secrets);
};

/** The secrets among the settings of an archive. */
export const pickSecrets = (kept: Record<string, string>): Partial<Secrets> =>
  Object.fromEntries(SECRET_NAMES.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])));

/** The settings of the scripts with those of the archive that they do not have: former keys, without which old seals do not open. */
export const withFormerKeys = (settings: Settings, kept: Record<string, string>): Settings => {
  const former = Object.entries(kept).filter(([name]) => name.endsWith('_FORMER_KEYS'));
  return { ...settings, variables: { ...Object.fromEntries(former), ...settings.variables } };
};
