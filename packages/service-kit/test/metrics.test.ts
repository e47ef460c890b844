import { randomUUID } from 'node:crypto';
import { on, subscribe } from '@qsc/service-kit';
import { apiClient, eventually, testServiceConfig } from '@qsc/test-kit';
import { expect } from 'chai';
import { superviseBroker } from '../src/broker/connection.ts';
import { watchQueues } from '../src/broker/queue-metrics.ts';
import { makeGrpcClient } from '../src/grpc/client.ts';
import { loadService } from '../src/grpc/definition.ts';
import { startGrpcServer, unary } from '../src/grpc/server.ts';
import { watchChecks } from '../src/http/health.ts';
import { AppError } from '../src/index.ts';
import { makeLog } from '../src/log.ts';
import { makeMetrics } from '../src/metrics.ts';
import { useNoteService } from './note-fixture.ts';
import { NoteRecord, startNoteService } from './note-service.ts';

/** The value of the sample whose name and labels these are, in any order; undefined where there is none. */
const readSample = (text: string, name: string, labels: Record<string, string> = {}): number | undefined => {
  const line = text
    .split('\n')
    .find(
      (each) =>
        each.startsWith(`${name}{`) &&
        Object.entries(labels).every(([label, value]) => each.includes(`${label}="${value}"`)),
    );
  return line === undefined ? undefined : Number(/\} (\S+)/.exec(line)?.[1]);
};

describe('the metrics of a service', () => {
  const queue = `test.${randomUUID()}`;
  const ShortTitle = NoteRecord.extend({ title: NoteRecord.shape.title.max(20) });
  const notes = useNoteService({
    queues: [queue],
    consumers: ({ unitOfWork, inbox, log }) => [
      subscribe({
        queue,
        unitOfWork,
        inbox,
        log,
        subscriptions: [
          on({ type: notes.type, summary: '', payload: ShortTitle }, async () => ({ changes: [], events: [] })),
        ],
      }),
    ],
  });
  const { environment, identity } = notes;
  const httpPort = () => notes.service().httpPort;

  const post = (port: number, title: string) =>
    apiClient(`http://127.0.0.1:${port}`, identity().token({ orgId: 'org_1' })).post('/v1/notes', { title });
  const scrape = async (port = httpPort()): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(response.headers.get('content-type')).to.match(/^application\/openmetrics-text; version=1\.0\.0/);
    return response.text();
  };

  it('tell rate, errors and duration of requests, deliveries and commits', async () => {
    expect((await post(httpPort(), 'counted')).status).to.equal(201);
    const text = await eventually('a delivery that was counted', async () => {
      const now = await scrape();
      return readSample(now, 'broker_delivery_duration_seconds_count', { queue, outcome: 'acknowledged' }) ? now : null;
    });
    expect(readSample(text, 'http_request_duration_seconds_count', { route: '/v1/notes', status: '201' })).to.equal(1);
    expect(readSample(text, 'broker_delivery_lag_seconds_count', { queue })).to.equal(1);
    expect(readSample(text, 'mongodb_commit_duration_seconds_count', { ok: 'yes' })).to.be.at.least(1);
    expect(text.endsWith('# EOF\n')).to.equal(true);
  });

  it('tell the use of the database’s connections, and what the program needs', async () => {
    const text = await scrape();
    expect(readSample(text, 'mongodb_pool_connections', { state: 'used' })).to.be.within(0, 50);
    expect(readSample(text, 'mongodb_pool_connections', { state: 'idle' })).to.be.at.least(1);
    expect(readSample(text, 'mongodb_pool_waiting')).to.equal(0);
    expect(readSample(text, 'mongodb_pool_limit_connections')).to.equal(50);
    for (const check of ['database', 'broker', 'migrations'])
      await eventually(check, async () => readSample(await scrape(), 'service_check_up', { check }) === 1);
  });

  it('tell how many consume a queue, and what was parked', async () => {
    const parked = { queue: `${queue}.parking` };
    const before = await scrape();
    expect(readSample(before, 'broker_queue_consumers', { queue })).to.equal(1);
    expect(readSample(before, 'broker_queue_messages', parked)).to.equal(0);
    await post(httpPort(), 'a title that this consumer cannot read');
    await eventually(
      'the parked message',
      async () => readSample(await scrape(), 'broker_queue_messages', parked) === 1,
    );
  });

  it('leave out a queue that is not there, and tell the others', async () => {
    const gone = `test.${randomUUID()}`;
    const metrics = makeMetrics('test');
    const connected = superviseBroker(
      environment.amqpUrl,
      [watchQueues([gone, queue], metrics)],
      makeLog('test', 'fatal'),
    );
    try {
      await eventually('the broker is connected', connected.isReady);
      for (const _ of [1, 2]) {
        const text = await metrics.registry.metrics();
        expect(readSample(text, 'broker_queue_consumers', { queue })).to.equal(1);
        expect(readSample(text, 'broker_queue_consumers', { queue: gone })).to.equal(undefined);
      }
    } finally {
      await connected.close();
    }
  });

  it('tell how much waits for the broker’s confirm, and for how long', async () => {
    const config = {
      ...testServiceConfig(environment, identity()),
      MONGODB_DATABASE_PREFIX: `${environment.prefix}outbox_`,
    };
    const lonely = await startNoteService(config, `note.${randomUUID()}.v1`);
    try {
      expect(readSample(await scrape(lonely.httpPort), 'outbox_oldest_unsent_seconds')).to.equal(0);
      await post(lonely.httpPort, 'nobody takes it');
      const text = await eventually('an age', async () => {
        const now = await scrape(lonely.httpPort);
        return (readSample(now, 'outbox_oldest_unsent_seconds') ?? 0) > 0 && now;
      });
      expect(readSample(text, 'outbox_unsent_messages')).to.equal(1);
    } finally {
      await lonely.stop();
    }
  });
});

describe('metrics', () => {
  it('leave out what cannot be read in time or at all, and keep the rest', async () => {
    const metrics = makeMetrics('test');
    metrics.gauge('test_read', 'Read', () => 3);
    metrics.gauge('test_failing', 'Fails', () => Promise.reject(new Error('away')));
    metrics.gauge('test_hanging', 'Hangs', () => new Promise(() => {}));
    const text = await metrics.registry.metrics();
    expect(readSample(text, 'test_read', { service: 'test' })).to.equal(3);
    for (const name of ['test_failing', 'test_hanging']) expect(readSample(text, name), name).to.equal(undefined);
  });

  it('count from 0 on whatever can be counted, so that the first one is an increase', async () => {
    const metrics = makeMetrics('test');
    const ended = metrics.counter('test_ended_total', 'Ended', { label: 'status', values: ['success', 'failed'] });
    ended.inc({ status: 'failed' });
    const text = await metrics.registry.metrics();
    const count = (status: string) => readSample(text, 'test_ended_total', { status });
    expect([count('success'), count('failed')]).to.deep.equal([0, 1]);
  });

  it('share a read that is still under way', async () => {
    const metrics = makeMetrics('test');
    const slow = Promise.withResolvers<number>();
    let reads = 0;
    metrics.gauge('test_slow', 'Slow', () => {
      reads += 1;
      return slow.promise;
    });
    for (const _ of [1, 2]) await metrics.registry.metrics();
    expect(reads).to.equal(1);
    slow.resolve(7);
    await slow.promise;
    expect(readSample(await metrics.registry.metrics(), 'test_slow')).to.equal(7);
  });

  it('show a check that does not answer as one that does not hold', async () => {
    const metrics = makeMetrics('test');
    watchChecks(metrics, {
      there: () => true,
      away: () => Promise.reject(new Error()),
      hanging: () => new Promise(() => {}),
    });
    const text = await metrics.registry.metrics();
    const shown = ['there', 'away', 'hanging'].map((check) => readSample(text, 'service_check_up', { check }));
    expect(shown).to.deep.equal([1, 0, 0]);
  });

  it('tell rate, errors and duration of gRPC calls', async () => {
    const metrics = makeMetrics('test');
    const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
    const secret = 'a secret of the mesh that is long enough for a test';
    const answer = unary(makeLog('test', 'fatal'), async ({ id }: { id: string }) => {
      if (id === 'none') throw new AppError('not_found', 'There is none.');
      return {};
    });
    const service = { definition, implementation: { GetEntity: answer } };
    const server = await startGrpcServer('127.0.0.1:0', { name: 'entity', secret, metrics }, [service]);
    const target = { address: `127.0.0.1:${server.port}`, name: 'entity', definition };
    const client = makeGrpcClient(target, { name: 'test', secret });
    for (const id of ['one', 'two', 'none']) await client.call('GetEntity', { org_id: 'org_1', id }).catch(() => {});
    const stranger = makeGrpcClient(target, { name: 'test', secret: `not ${secret}` });
    await stranger.call('GetEntity', { org_id: 'org_1', id: 'one' }).catch(() => {});
    for (const each of [client, stranger]) each.close();
    await server.stop();
    const text = await metrics.registry.metrics();
    const count = (code: string) =>
      readSample(text, 'grpc_server_duration_seconds_count', {
        method: '/qsc.entity.v1.EntityService/GetEntity',
        code,
      });
    expect([count('OK'), count('NOT_FOUND'), count('UNKNOWN')]).to.deep.equal([2, 1, undefined]);
    expect(count('UNAUTHENTICATED')).to.equal(1);
  });
});
