import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROKER, parkingQueueName } from '@qsc/contracts/events';
import { eventually } from '@qsc/test-kit';
import amqp, { type ChannelModel, type ConfirmChannel } from 'amqplib';
import { expect } from 'chai';
import { BROKER_PARTS, type BrokerAccess, buildBrokerAccess, requireBrokerUser } from '../broker-access.ts';
import { planBackends } from '../mesh-plan.ts';
import { type DataPaths, prepareDataDirectory, REPOSITORY } from '../paths.ts';
import type { Plan } from '../plan.ts';
import { findFreePortBase, infrastructurePorts } from '../ports.ts';
import { isReady } from '../probe.ts';
import { SERVICES } from '../processes.ts';
import { amqpUrl } from '../rabbitmq.ts';
import { generateSecrets } from '../secrets.ts';
import { Supervisor } from '../supervisor.ts';

type Act = (channel: ConfirmChannel) => unknown;

const ACCESS_REFUSED = 403;
const LOG = 'audit.p0';
const OWN = 'entity.transitions';
const TASKS = 'certificate.extraction';
const EVENT = Buffer.from('{}');

const quorum = (queue: string) => ({
  durable: true,
  arguments: {
    'x-queue-type': 'quorum',
    'x-dead-letter-exchange': BROKER.parked,
    'x-dead-letter-routing-key': parkingQueueName(queue),
  },
});

/** What the entity service has no part in. */
const REFUSED: [what: string, act: Act][] = [
  ["consume audit's queue", (channel) => channel.consume(LOG, () => {})],
  ["take a message from audit's queue", (channel) => channel.get(LOG)],
  ["empty audit's queue", (channel) => channel.purgeQueue(LOG)],
  ["delete audit's queue", (channel) => channel.deleteQueue(LOG)],
  ["declare a queue of audit's", (channel) => channel.assertQueue('audit.p9', quorum('audit.p9'))],
  ["bind audit's queue", (channel) => channel.bindQueue(LOG, BROKER.exchange, 'workflow.record.moved.v1')],
  [
    "unbind audit's queue",
    (channel) => channel.unbindQueue(LOG, BROKER.partitioned, '', { 'x-match': 'all', partition: 0 }),
  ],
  ["read what is parked of audit's", (channel) => channel.get(parkingQueueName(LOG))],
  [
    "bind its queue to what is parked of audit's",
    (channel) => channel.bindQueue(OWN, BROKER.parked, 'audit.p0.parking'),
  ],
  ["bind its queue to another service's events", (channel) => channel.bindQueue(OWN, BROKER.exchange, 'audit.#')],
  ['bind its queue to every event', (channel) => channel.bindQueue(OWN, BROKER.exchange, '#')],
  ['bind its queue to tasks', (channel) => channel.bindQueue(OWN, BROKER.work, TASKS)],
  ["publish another service's event", (channel) => channel.publish(BROKER.exchange, 'audit.export.made.v1', EVENT)],
  [
    'publish past the rights by type',
    (channel) => channel.publish(BROKER.partitioned, 'entity.record.created.v1', EVENT),
  ],
  ["send another service's task", (channel) => channel.publish(BROKER.work, TASKS, EVENT)],
  ['put a message among those that are parked', (channel) => channel.publish(BROKER.parked, 'audit.p0.parking', EVENT)],
  ["send a message to audit's queue by its name", (channel) => channel.sendToQueue(LOG, EVENT)],
  ['delete the exchange of events', (channel) => channel.deleteExchange(BROKER.exchange)],
  ['declare an exchange', (channel) => channel.assertExchange('qsc.other', 'topic')],
  ['part audit from the events', (channel) => channel.unbindExchange(BROKER.partitioned, BROKER.exchange, '#')],
];

describe('the users of RabbitMQ', () => {
  const secrets = generateSecrets();
  const access: BrokerAccess = buildBrokerAccess(Object.keys(BROKER_PARTS), { secrets });
  const connections: ChannelModel[] = [];
  let folder: string;
  let paths: DataPaths;
  let port: number;
  let plan: Plan;
  let supervisor: Supervisor;

  const start = async (): Promise<void> => {
    supervisor = new Supervisor(plan, () => {});
    await supervisor.start();
    await eventually('RabbitMQ is ready', () => isReady({ kind: 'amqp', port }));
  };

  const open = async (program: string | null): Promise<ChannelModel> => {
    const user = program === null ? access.operator : requireBrokerUser(access, program);
    const connection = await amqp.connect(amqpUrl(port, user));
    connection.on('error', () => {});
    connections.push(connection);
    return connection;
  };

  const closeAll = async (): Promise<void> => {
    for (const connection of connections.splice(0)) await connection.close().catch(() => {});
  };

  /** The code that the broker refuses with, or `done`. A publish is refused by the end of its channel. */
  const awaitOutcome = async (connection: ChannelModel, act: Act): Promise<unknown> => {
    const channel = await connection.createConfirmChannel();
    const refusal = new Promise<unknown>((resolve) => {
      channel.on('error', (error: { code?: unknown }) => resolve(error.code));
    });
    const done = (async () => {
      await act(channel);
      await channel.waitForConfirms();
      await channel.close();
      return 'done';
    })().catch(() => refusal);
    return Promise.race([refusal, done]);
  };

  /** What the kit does on the broker for a consumer of a service (packages/service-kit/src/broker). */
  const takePart = async (channel: ConfirmChannel, program: string, queue: string): Promise<void> => {
    const parking = parkingQueueName(queue);
    await channel.assertQueue(parking, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(parking, BROKER.parked, parking);
    await channel.assertQueue(queue, quorum(queue));
    const { subscribes = [], byPartition = false } = BROKER_PARTS[program] ?? {};
    if (byPartition) {
      await channel.bindExchange(BROKER.partitioned, BROKER.exchange, '#');
      await channel.bindQueue(queue, BROKER.partitioned, '', { 'x-match': 'all', partition: 0 });
    }
    for (const service of subscribes === 'all' ? ['supplier'] : subscribes)
      await channel.bindQueue(queue, BROKER.exchange, `${service}.record.created.v1`);
    await channel.consume(queue, () => {});
    channel.publish(BROKER.incarnations, '', EVENT);
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'broker-users-'));
    paths = prepareDataDirectory(folder);
    const portBase = await findFreePortBase();
    port = infrastructurePorts(portBase).rabbitmq;
    const settings = { portBase, mongodbUri: 'mongodb://nowhere.example', amqpUrl: null };
    const { processes } = await planBackends(settings, { paths, secrets, brokerAccess: access }, () => {});
    plan = { workingDirectory: REPOSITORY, logs: paths.logs, state: paths.state, processes };
    await start();
    const operator = await open(null);
    const channel = await operator.createConfirmChannel();
    for (const queue of [LOG, TASKS]) await takePart(channel, queue === LOG ? 'audit' : '', queue);
    await takePart(channel, 'entity', OWN);
    await closeAll();
  });

  afterEach(closeAll);

  after(async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are one for each program that keeps data', () => {
    const programs = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
    expect(Object.keys(BROKER_PARTS)).to.have.members(programs);
    expect(new Set(access.programs.map(({ password }) => password)).size).to.equal(programs.length);
  });

  for (const [program, { publishes, takes }] of Object.entries(BROKER_PARTS))
    it(`let ${program} send events of its own and take from queues of its own`, async () => {
      const connection = await open(program);
      const type = `${publishes}.record.created.v1`;
      expect(await awaitOutcome(connection, (channel) => channel.publish(BROKER.exchange, type, EVENT))).to.equal(
        'done',
      );
      const hear: Act = async (channel) => {
        const { queue } = await channel.assertQueue('', { exclusive: true });
        await channel.bindQueue(queue, BROKER.incarnations, '');
        await channel.consume(queue, () => {}, { noAck: true });
      };
      expect(await awaitOutcome(connection, hear)).to.equal('done');
      if (takes === undefined) return;
      const queue = `${takes}.of-this-test`;
      expect(await awaitOutcome(connection, (channel) => takePart(channel, program, queue))).to.equal('done');
    });

  it('let a service give its worker tasks, and the worker take them', async () => {
    const [certificate, worker] = [await open('certificate'), await open('certificate-worker')];
    const take: Act = async (channel) => {
      await channel.bindQueue(TASKS, BROKER.work, TASKS);
      await channel.consume(TASKS, () => {});
    };
    expect(await awaitOutcome(worker, take)).to.equal('done');
    const give: Act = (channel) => channel.publish(BROKER.work, TASKS, EVENT);
    expect(await awaitOutcome(certificate, give)).to.equal('done');
    const other: Act = (channel) => channel.publish(BROKER.work, 'audit-worker.exports', EVENT);
    expect(await awaitOutcome(certificate, other)).to.equal(ACCESS_REFUSED);
  });

  for (const [what, act] of REFUSED)
    it(`do not let the entity service ${what}`, async () => {
      expect(await awaitOutcome(await open('entity'), act)).to.equal(ACCESS_REFUSED);
      const operator = await (await open(null)).createConfirmChannel();
      await operator.checkQueue(LOG);
      await operator.checkExchange(BROKER.exchange);
    });

  it('keep what is parked where it is, though a queue of a service leads there', async () => {
    const operator = await (await open(null)).createConfirmChannel();
    await operator.purgeQueue(parkingQueueName(OWN));
    await operator.purgeQueue(OWN);
    operator.sendToQueue(OWN, Buffer.from('nobody can read this'));
    await operator.waitForConfirms();
    const entity = await (await open('entity')).createConfirmChannel();
    const message = await eventually('the message', () => entity.get(OWN));
    entity.nack(message, false, false);
    await eventually('it is parked', async () => (await operator.checkQueue(parkingQueueName(OWN))).messageCount === 1);
  });

  it('are refused with another password', async () => {
    const stranger = { name: 'qsc-entity', password: requireBrokerUser(access, 'audit').password };
    const refusal = await amqp.connect(amqpUrl(port, stranger)).then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(refusal).to.include('ACCESS_REFUSED').and.not.to.include(stranger.password);
  });

  // The last, since it takes everything from the node that the others use.
  it('are there again, with the exchanges, after RabbitMQ has lost everything', async () => {
    await supervisor.stop();
    rmSync(join(paths.rabbitmq, 'mnesia'), { recursive: true });
    prepareDataDirectory(folder);
    await start();
    const connection = await open('audit');
    expect(await awaitOutcome(connection, (channel) => takePart(channel, 'audit', LOG))).to.equal('done');
    expect(await awaitOutcome(await open('entity'), (channel) => channel.deleteQueue(LOG))).to.equal(ACCESS_REFUSED);
  });
});
