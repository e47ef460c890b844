import { QUEUES } from '@qsc/contracts/events';
import { operatorOf } from '../runtime/broker-access.ts';
import { dataPaths } from '../runtime/paths.ts';
import { infrastructurePorts } from '../runtime/ports.ts';
import { readJson } from '../runtime/private-file.ts';
import { amqpUrl } from '../runtime/rabbitmq.ts';
import type { Secrets } from '../runtime/secrets.ts';
import { loadSettings } from '../runtime/settings.ts';
import { openParkingQueue, type ParkingQueue } from './parking-queue.ts';

const USAGE = 'Use: scripts/parking, scripts/parking show QUEUE, or scripts/parking replay QUEUE.';

const brokerUrl = (): string => {
  const settings = loadSettings(process.env);
  if (settings.amqpUrl !== null) return settings.amqpUrl;
  const secrets = readJson<Secrets>(dataPaths(settings.dataDir).secrets);
  if (secrets === null)
    throw new Error(`There is no mesh in ${settings.dataDir}. Start one by ./scripts/up, or set AMQP_URL.`);
  return amqpUrl(infrastructurePorts(settings.portBase).rabbitmq, operatorOf(secrets));
};

const countAll = async (parking: ParkingQueue): Promise<void> => {
  for (const queue of QUEUES) {
    const count = await parking.count(queue);
    console.log(`${queue.padEnd(24)} ${count ?? 'not declared yet'}`);
  }
};

const run = async (parking: ParkingQueue, [command, queue]: string[]): Promise<void> => {
  if (command === undefined) return countAll(parking);
  if (queue === undefined) throw new Error(USAGE);
  if (command === 'show') {
    for (const message of await parking.show(queue)) console.log(JSON.stringify(message));
    return;
  }
  if (command !== 'replay') throw new Error(USAGE);
  console.log(`${await parking.replay(queue)} messages were given back to ${queue}.`);
};

try {
  const parking = await openParkingQueue(brokerUrl());
  try {
    await run(parking, process.argv.slice(2));
  } finally {
    await parking.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
