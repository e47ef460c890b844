import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import {
  consume,
  type Delivery,
  type ServiceConfig,
  type StartOptions,
  subscribe,
  superviseBroker,
} from '@qsc/service-kit';
import {
  apiClient,
  deleteQueue,
  dropDatabases,
  eventually,
  STOP_TIMEOUT_MS,
  type StandInIdentity,
  startStandInIdentity,
  startTcpProxy,
  stopAtEveryMoment,
  type TcpProxy,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import amqp from 'amqplib';
import { expect } from 'chai';
import { makeLog } from '../src/log.ts';
import { startNoteService } from './note-service.ts';

const PROGRAM = join(import.meta.dirname, 'program/note-main.ts');

/** Something that a service needs, and what may be wrong with it. */
const BACKENDS = ['the database', 'the broker', 'identity'] as const;
const STATES = ['away', 'silent', 'slow'] as const;

/** The kit is stopped at many moments of a sound start. A start that a backend disturbs takes the same path up to that backend. */
const MANY_MOMENTS = 50;
const DISTURBED_MOMENTS = 10;

type Backend = (typeof BACKENDS)[number];
type State = (typeof STATES)[number];

/** Sends a request that writes, and resolves when the service has begun to take it. */
const beginRequest = async (url: string, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', expect: '100-continue' };
  const outgoing = request(url, { method: 'POST', headers });
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  outgoing.end(JSON.stringify({ title: randomUUID() }));
};

// No stop of these tests knows how long it may take: a part that hangs is ended after minutes, or by the timeout of its
// test. That no part holds a stop up for longer than its time is shown by life.test.ts.
describe('the stop of a service', function () {
  this.timeout(STOP_TIMEOUT_MS);
  const environment = testEnvironment();
  const event = `note.${randomUUID()}.v1`;
  const queue = `test.${randomUUID()}`;
  const wires: TcpProxy[] = [];
  let identity: StandInIdentity;
  let config: ServiceConfig;

  before(async () => {
    identity = await startStandInIdentity();
    config = { ...testServiceConfig(environment, identity), LOG_LEVEL: 'none' as never };
  });
  after(async () => {
    for (const wire of wires) await wire.close();
    await identity.stop();
    const connection = await amqp.connect(environment.amqpUrl);
    const channel = await connection.createChannel();
    for (const name of [queue, `${queue}.parking`]) await channel.deleteQueue(name);
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const start = (wanted: ServiceConfig, options: StartOptions = {}) =>
    startNoteService(
      wanted,
      event,
      ({ unitOfWork, inbox, log }) => [subscribe({ queue, subscriptions: [], unitOfWork, inbox, log })],
      options,
    );

  const openWire = async (url: string, lagMs?: number): Promise<{ wire: TcpProxy; url: string }> => {
    const { hostname, port } = new URL(url);
    const wire = await startTcpProxy({ host: hostname, port: Number(port) }, lagMs);
    wires.push(wire);
    return { wire, url: url.replace(`${hostname}:${port}`, `127.0.0.1:${wire.port}`) };
  };

  /** The configuration with a wire to one backend. */
  const wired = async (backend: Backend, lagMs?: number): Promise<{ wire: TcpProxy; config: ServiceConfig }> => {
    const name = { 'the database': 'MONGODB_URI', 'the broker': 'AMQP_URL', identity: 'IDENTITY_GRPC_URL' } as const;
    const [variable] = [name[backend]];
    const scheme = backend === 'identity' ? 'grpc://' : '';
    const { wire, url } = await openWire(`${scheme}${config[variable]}`, lagMs);
    const direct = backend === 'the database' ? '/?directConnection=true' : null;
    const address = direct ? `mongodb://127.0.0.1:${wire.port}${direct}` : url.slice(scheme.length);
    return { wire, config: { ...config, [variable]: address } };
  };

  const disturbed = async (backend: Backend, state: State): Promise<ServiceConfig> => {
    const { wire, config } = await wired(backend, state === 'slow' ? 40 : 0);
    if (state === 'away') wire.cut();
    if (state === 'silent') wire.silence();
    return config;
  };

  it('ends at any moment of the start', () =>
    stopAtEveryMoment((reported) => start(config, reported), { moments: MANY_MOMENTS }));

  for (const backend of BACKENDS)
    for (const state of STATES)
      it(`ends at any moment of the start while ${backend} is ${state}`, async () => {
        const wanted = await disturbed(backend, state);
        const disturbedStart = (reported: StartOptions) => start(wanted, reported);
        const whole = state === 'slow' ? disturbedStart : (reported: StartOptions) => start(config, reported);
        await stopAtEveryMoment(disturbedStart, { whole, moments: DISTURBED_MOMENTS });
      });

  for (const backend of BACKENDS)
    it(`ends when ${backend} has fallen silent while it ran, with a request under way`, async () => {
      const { wire, config } = await wired(backend);
      const service = await start(config);
      const url = `http://127.0.0.1:${service.httpPort}`;
      const token = identity.token({ orgId: 'org_stop' });
      const api = apiClient(url, token);
      await eventually('the service is ready', async () => (await api.get('/readyz')).status === 200);
      wire.silence();
      await beginRequest(`${url}/v1/notes`, token);
      await service.stop();
      expect(await api.get('/livez').catch(() => 'stopped')).to.equal('stopped');
    });

  it('is heard at once when the start was asked to stop before it began, and nothing is opened', async () => {
    const reason = new Error('told before');
    const outcome = await start(config, { signal: AbortSignal.abort(reason) }).catch((error: unknown) => error);
    expect(outcome).to.equal(reason);
  });

  it('closes what was opened when a later part cannot be had, and says why', async () => {
    const first = await start(config);
    const outcome = await start({ ...config, HTTP_PORT: first.httpPort }).catch((error: Error) => error.message);
    expect(outcome).to.match(/^Port \d+ of 127.0.0.1 is taken\./);
    await first.stop();
  });

  describe('as a process', () => {
    type End = { code: number | null; signal: string | null };

    /** Sends SIGTERM so long after the program has said so far that it is, and tells how it ended. */
    const awaitEnd = async (wanted: ServiceConfig, after: 'running' | 'loaded', ms: number): Promise<End> => {
      const child = fork(PROGRAM, {
        env: { ...process.env, NOTE_CONFIG: JSON.stringify(wanted), NOTE_EVENT: event },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
      const heard = new Promise<void>((resolve) => child.on('message', (word) => word === after && resolve()));
      await Promise.race([heard, ended]);
      await wait(ms);
      child.kill('SIGTERM');
      const [code, signal] = await ended;
      return { code, signal };
    };

    const SOUND_END = { code: 0, signal: null };

    it('follows SIGTERM while the program loads', async () => {
      for (const ms of [0, 100, 300]) {
        const end = await awaitEnd(config, 'running', ms);
        expect(end).to.deep.equal(end.signal === 'SIGTERM' ? { code: null, signal: 'SIGTERM' } : SOUND_END);
      }
    });

    it('follows SIGTERM during its start, with exit code 0', async () => {
      for (const ms of [0, 50, 150, 400]) expect(await awaitEnd(config, 'loaded', ms)).to.deep.equal(SOUND_END);
    });
  });
});

describe('the connection to the broker', () => {
  it('is closed at any moment, also while it is being made, and leaves nothing behind', async () => {
    const { amqpUrl } = testEnvironment();
    const broker = new URL(amqpUrl);
    const wire = await startTcpProxy({ host: broker.hostname, port: Number(broker.port) }, 20);
    broker.port = String(wire.port);
    for (let ms = 0; ms <= 200; ms += 20) {
      const connection = superviseBroker(broker.href, [], makeLog('test', 'none'));
      await wait(ms);
      await connection.close();
      expect(connection.isReady()).to.equal(false);
    }
    await wire.close();
  });

  it('takes no word of a delivery while it is being closed, and the message stays in its queue', async () => {
    const { amqpUrl } = testEnvironment();
    const name = `test.${randomUUID()}`;
    const given = Promise.withResolvers<Delivery>();
    const onDelivery = (delivery: Delivery) => given.resolve(delivery);
    const setup = consume(
      { queue: { name }, prefetch: 1, onDelivery },
      { log: makeLog('test', 'none'), renew: async () => {} },
    );
    const connection = superviseBroker(amqpUrl, [setup], makeLog('test', 'none'));
    await eventually('the queue is there', () => connection.isReady());
    const probe = await amqp.connect(amqpUrl);
    const channel = await probe.createChannel();
    channel.sendToQueue(name, Buffer.from('{}'));
    const delivery = await given.promise;
    const closed = connection.close();
    await nextTurn();
    for (const say of [delivery.ack, delivery.park, delivery.retry]) expect(say).to.not.throw();
    await closed;
    expect(delivery.isOpen()).to.equal(false);
    await eventually('the message is back', async () => (await channel.checkQueue(name)).messageCount === 1);
    await probe.close();
    await deleteQueue(amqpUrl, name);
  });
});
