import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parkingQueueOf } from '@qsc/contracts/events';
import { on, subscribe } from '@qsc/service-kit';
import {
  apiClient,
  dropDatabases,
  eventually,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import amqp from 'amqplib';
import { expect } from 'chai';
import { NoteRecord, startNoteService } from './note-service.ts';

type Span = { traceId: string; name: string };
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

const startCollector = async () => {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as Export;
    spans.push(...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { spans, server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('telemetry', () => {
  const environment = testEnvironment();
  const type = `note.${randomUUID()}.v1`;
  const queue = `test.${randomUUID()}`;
  let identity: StandInIdentity;

  before(async () => {
    identity = await startStandInIdentity();
  });
  after(async () => {
    await identity.stop();
    const connection = await amqp.connect(environment.amqpUrl);
    const channel = await connection.createChannel();
    for (const name of [queue, parkingQueueOf(queue)]) await channel.deleteQueue(name);
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('joins a caller’s trace over HTTP, the database and the broker', async () => {
    const collector = await startCollector();
    const config = { ...testServiceConfig(environment, identity), OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    const taken: string[] = [];
    const service = await startNoteService(config, type, (kit) => [
      subscribe({
        queue,
        unitOfWork: kit.unitOfWork,
        inbox: kit.inbox,
        log: kit.log,
        subscriptions: [
          on({ type, summary: '', payload: NoteRecord }, async (_event, record) => {
            taken.push(record.title);
            return { changes: [], events: [] };
          }),
        ],
      }),
    ]);
    const traceId = randomUUID().replaceAll('-', '');
    const api = apiClient(`http://127.0.0.1:${service.httpPort}`, identity.token({ orgId: 'org_traced' }));
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    const isSent = (name: string) =>
      collector.spans.some((span) => span.traceId === traceId && span.name.startsWith(name));
    try {
      expect((await api.post('/v1/notes', { title: 'traced' }, { headers: { traceparent } })).status).to.equal(201);
      await eventually('the event was taken', () => taken.length > 0);
      await service.stop();
      for (const name of ['POST /v1/notes', `${queue} ${type}`, 'mongodb '])
        await eventually(`a span ${name}`, () => isSent(name));
    } finally {
      await service.stop();
      collector.server.close();
    }
  });
});
