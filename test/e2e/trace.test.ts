import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CollectedSpan, eventually, startTraceCollector, type TraceCollector } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeClient, readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

/** The span of the caller, which the mesh does not send. */
const CALLER = '00f067aa0ba902b7';

/** What a trace of a write must have: the program, and what the name of its span begins with. */
const WAY: readonly [string, RegExp][] = [
  ['gateway', /^POST /],
  ['gateway', /^identity\//],
  ['gateway', /^forward to supplier$/],
  ['supplier', /^POST \/v1\/suppliers$/],
  ['supplier', /^entity\//],
  ['entity', /^\/qsc\.entity\.v1\.EntityService\//],
  ['entity', /^mongodb /],
  ['entity', /^publish entity\.entity\.created\.v1$/],
  ['audit', /^audit\.p\d entity\.entity\.created\.v1\.supplier$/],
  ['webhook', /^webhook\.events entity\.entity\.created\.v1\.supplier$/],
  ['webhook', /^webhook attempt$/],
];

describe('a trace', () => {
  const demo = readDemo();
  let own: OwnOrganization;
  let collector: TraceCollector;
  let receiver: Server;
  const received: IncomingHttpHeaders[] = [];

  before(async () => {
    own = await newOrganization(demo, 'Trace');
    collector = await startTraceCollector(Number(process.env.QSC_TRACE_PORT));
    receiver = createServer((request, response) => {
      received.push(request.headers);
      request.resume().on('end', () => response.writeHead(204).end());
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const { status, body } = await own.admin.post('/v1/webhooks', { url, events: ['audit.create'] });
    expect(status, JSON.stringify(body)).to.equal(201);
  });
  after(async () => {
    await collector.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  /** What the receiver was notified of the trace, which the creation of an organisation's workflow definitions may belong to. */
  const sentBy = (traceId: string): string[] =>
    received.map(({ traceparent }) => String(traceparent)).filter((sent) => sent.startsWith(`00-${traceId}-`));

  const isThere =
    (spans: readonly CollectedSpan[]) =>
    ([service, name]: (typeof WAY)[number]): boolean =>
      spans.some((span) => span.service === service && name.test(span.name));

  it('goes from a request over every service, call and queue to the receiver of a webhook', async () => {
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${CALLER}-01` };
    // A credential that the gateway has not met yet, which it exchanges on the way.
    const fresh = await own.admin.post('/v1/api-keys', {
      name: 'traced',
      scopes: ['suppliers:write', 'entities:write'],
    });
    expect(fresh.status, JSON.stringify(fresh.body)).to.equal(201);
    const api = makeClient(demo, fresh.body.data.key);
    const created = await api.post('/v1/suppliers', { name: 'Traced AG', supplier_code: 'TRACE-1' }, { headers });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);

    const listSpans = () => collector.spans.filter((span) => span.traceId === traceId);
    await eventually('every span of the way', () => WAY.every(isThere(listSpans())));
    await eventually('every delivery goes on from an attempt of its own', () => {
      const sent = sentBy(traceId);
      const attempts = listSpans().filter(({ name }) => name === 'webhook attempt');
      const fromAttempts = new Set(attempts.map(({ spanId }) => `00-${traceId}-${spanId}-01`));
      return sent.length > 0 && new Set(sent).size === sent.length && sent.every((one) => fromAttempts.has(one));
    });
    await eventually('a parent of every span', () => {
      const known = new Set([CALLER, ...collector.spans.map(({ spanId }) => spanId)]);
      return listSpans().every(({ parentSpanId = '' }) => known.has(parentSpanId));
    });
  });

  it('is not recorded where its caller says so, and the receiver is told', async () => {
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${CALLER}-00` };
    const created = await own.admin.post(
      '/v1/suppliers',
      { name: 'Untraced AG', supplier_code: 'TRACE-2' },
      { headers },
    );
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const traceparent = await eventually('the delivery', () => sentBy(traceId)[0]);
    expect(traceparent).to.match(/-00$/);
    expect(collector.spans.filter((span) => span.traceId === traceId)).to.deep.equal([]);
  });
});
