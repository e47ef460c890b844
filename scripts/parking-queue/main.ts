import { QUEUES } from '@qsc/contracts/events';
import { makeOperator } from '../runtime/broker-access.ts';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
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
    throw new Advice(`There is no mesh in ${settings.dataDir}. Start one by ./scripts/up, or set AMQP_URL.`);
  return amqpUrl(infrastructurePorts(settings.portBase).rabbitmq, makeOperator(secrets));
};

const countAll = async (parking: ParkingQueue): Promise<void> => {
  for (const queue of QUEUES) {
    const count = await parking.count(queue);
    say(`${queue.padEnd(24)} ${count ?? 'not declared yet'}`);
  }
};

const run = async (parking: ParkingQueue, [command, queue]: string[]): Promise<void> => {
  if (command === undefined) return countAll(parking);
  if (queue === undefined) throw new Advice(USAGE);
  if (command === 'show') {
    for (const message of await parking.show(queue)) say(JSON.stringify(message));
    return;
  }
  if (command !== 'replay') throw new Advice(USAGE);
  say(`${await parking.replay(queue)} messages were given back to ${queue}.`);
};

await runCommand(async () => {
  const parking = await openParkingQueue(brokerUrl());
  try {
    await run(parking, process.argv.slice(2));
  } finally {
    await parking.close();
  }
  return 0;
});
