import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceConfig } from '@qsc/service-kit';
import {
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { type NoteService, startNoteService } from './note-service.ts';

const CLIENTS = 6;

type Sent = { status: number | undefined; isSentAway: boolean };

/** Posts a note over the connections of an agent. Rejects when there is no answer. */
const post = (agent: Agent, port: number, token: string): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const outgoing = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/v1/notes', headers },
      (answer) => {
        answer.resume();
        const isSentAway = answer.headers.connection === 'close';
        answer.on('end', () => resolve({ status: answer.statusCode, isSentAway })).on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ title: randomUUID() }));
  });

/** Clients that write all the time, each to the replicas in turn, until one of them sends it away. None sends anything twice. */
const startLoad = (addresses: number[], token: string) => {
  const [sent, underWay, failures] = [new Map<number, number>(), new Map<number, number>(), [] as unknown[]];
  const count = (counts: Map<number, number>, port: number, by: number) =>
    counts.set(port, (counts.get(port) ?? 0) + by);
  let isOver = false;
  const run = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isOver; turn += 1) {
      const port = addresses[turn % addresses.length] ?? 0;
      count(underWay, port, 1);
      const outcome = await post(agent, port, token).catch((error: unknown) => error as Error);
      count(underWay, port, -1);
      if (outcome instanceof Error || outcome.status !== 201) failures.push(outcome);
      else count(sent, port, 1);
      const place = addresses.indexOf(port);
      if (!(outcome instanceof Error) && outcome.isSentAway && place >= 0) addresses.splice(place, 1);
      await nextTurn();
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, run));
  return {
    failures,
    sentTo: (port: number) => sent.get(port) ?? 0,
    isIdle: (port: number) => underWay.get(port) === 0,
    end: () => {
      isOver = true;
      return running;
    },
  };
};

describe('a replica that is replaced under load', () => {
  const environment = testEnvironment();
  const event = `test.n${randomUUID().slice(0, 8)}.made`;
  let identity: StandInIdentity;
  let config: ServiceConfig;
  let drained: PromiseWithResolvers<void>;

  const start = async (port = 0): Promise<NoteService> => {
    const passDrain = () => drained.promise;
    const service = await startNoteService({ ...config, HTTP_PORT: port }, event, undefined, { passDrain });
    const api = apiClient(`http://127.0.0.1:${service.httpPort}`, null);
    await eventually('it is ready', async () => (await api.get('/readyz')).status === 200);
    return service;
  };

  before(async () => {
    identity = await startStandInIdentity();
    // A drain is ended by its test; what is left of a stop that takes longer is cut off.
    config = { ...testServiceConfig(environment, identity), DRAIN_MS: 3_600_000 };
  });
  beforeEach(() => {
    drained = Promise.withResolvers();
  });
  after(async () => {
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('is not ready from its signal on, and takes requests until its time to drain is over', async () => {
    const service = await start();
    const url = `http://127.0.0.1:${service.httpPort}`;
    const stopped = service.stop();
    const { status, body } = await apiClient(url, null).get('/readyz');
    expect(status).to.equal(503);
    expect((body as { checks: object }).checks).to.include({ running: false, database: true });
    const made = await post(new Agent(), service.httpPort, identity.token({ orgId: 'org_drained' }));
    expect(made).to.deep.equal({ status: 201, isSentAway: true });
    drained.resolve();
    await stopped;
  });

  it('fails no request of clients that turn to the other replica when they are sent away', async () => {
    const [leaving, staying] = await Promise.all([start(), start()]);
    const addresses = [leaving.httpPort, staying.httpPort];
    const load = startLoad(addresses, identity.token({ orgId: 'org_replaced' }));
    await eventually('both are written to', () => addresses.every((port) => load.sentTo(port) >= CLIENTS));
    const stopped = leaving.stop();
    const isLeft = () => addresses.length === 1 && load.isIdle(leaving.httpPort);
    await eventually('nobody writes to it any more', isLeft);
    drained.resolve();
    await stopped;
    const replacement = await start(leaving.httpPort);
    const count = load.sentTo(leaving.httpPort);
    addresses.push(leaving.httpPort);
    await eventually('its replacement is written to', () => load.sentTo(leaving.httpPort) >= count + CLIENTS);
    await load.end();
    expect(load.failures).to.deep.equal([]);
    await Promise.all([replacement.stop(), staying.stop()]);
  });
});
