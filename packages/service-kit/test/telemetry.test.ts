import { randomUUID } from 'node:crypto';
import type { Envelope } from '@qsc/contracts/events';
import { type Kit, makeBatches, on, parseEnvelope, subscribe } from '@qsc/service-kit';
import { eventually, startTraceCollector, type TraceCollector } from '@qsc/test-kit';
import { expect } from 'chai';
import { useNoteService } from './note-fixture.ts';
import { NoteRecord } from './note-service.ts';

const newTraceId = (): string => randomUUID().replaceAll('-', '');

describe('telemetry', () => {
  const [single, batched] = [`test.${randomUUID()}`, `test.${randomUUID()}`];
  const taken: Envelope[] = [];
  let collector: TraceCollector;
  let stopBatches: () => Promise<void>;

  const consumers = (kit: Kit) => {
    const { unitOfWork, inbox, log } = kit;
    const batches = makeBatches<string>({ size: 10, afterMs: 5, write: async () => {}, log });
    stopBatches = batches.stop;
    const handle = async (event: Envelope) => {
      taken.push(event);
      return { changes: [], events: [] };
    };
    return [
      subscribe({
        queue: single,
        unitOfWork,
        inbox,
        log,
        subscriptions: [on({ type: notes.type, summary: '', payload: NoteRecord }, handle)],
      }),
      {
        queue: { name: batched, types: [notes.type] },
        prefetch: 10,
        onDelivery: (delivery: Parameters<typeof batches.add>[1]) =>
          batches.add(parseEnvelope(delivery.body)?.id ?? '', delivery),
      },
    ];
  };

  before(async () => {
    collector = await startTraceCollector();
  });
  const notes = useNoteService({
    consumers,
    queues: [single, batched],
    more: () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }),
  });
  const { type } = notes;
  after(async () => {
    await stopBatches();
    await collector.stop();
  });

  const post = async (traceparent: string): Promise<Envelope> => {
    const title = randomUUID();
    const api = notes.api('org_traced');
    expect((await api.post('/v1/notes', { title }, { headers: { traceparent } })).status).to.equal(201);
    return eventually('the event was taken', () =>
      taken.find(({ data }) => (data.record as { title: string }).title === title),
    );
  };

  it('joins a caller’s trace over HTTP, the database and the broker, batches among its consumers', async () => {
    const traceId = newTraceId();
    await post(`00-${traceId}-00f067aa0ba902b7-01`);
    const found = (name: string) =>
      collector.spans.filter((span) => span.traceId === traceId && span.name.startsWith(name));
    for (const name of ['POST /v1/notes', 'mongodb ', `publish ${type}`, `${single} ${type}`, `${batched} ${type}`])
      await eventually(`a span ${name}`, () => found(name).length > 0);
    expect(found('POST')[0]?.parentSpanId).to.equal('00f067aa0ba902b7');
    // An event may be published twice, at any moment: each delivery belongs to the publishing that it came by.
    for (const queue of [single, batched])
      await eventually(`every delivery to ${queue} below a publishing`, () => {
        const publishings = new Set(found(`publish ${type}`).map(({ spanId }) => spanId));
        return found(`${queue} ${type}`).every(({ parentSpanId }) => publishings.has(parentSpanId ?? ''));
      });
  });

  it('hands on that a trace is not recorded, so that no part of it is', async () => {
    const traceId = newTraceId();
    const event = await post(`00-${traceId}-00f067aa0ba902b7-00`);
    expect(event.traceparent).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    const recorded = newTraceId();
    await post(`00-${recorded}-00f067aa0ba902b7-01`);
    await eventually('a later trace', () => collector.spans.some((span) => span.traceId === recorded));
    expect(collector.spans.filter((span) => span.traceId === traceId)).to.deep.equal([]);
  });

  it('names a trace as the example of the durations that belong to it', async () => {
    const traceId = newTraceId();
    await post(`00-${traceId}-00f067aa0ba902b7-01`);
    const example = (name: string) =>
      new RegExp(`^${name}_duration_seconds_bucket\\{.*\\} \\d+ # \\{trace_id="${traceId}"\\} `, 'm');
    for (const name of ['http_request', 'broker_delivery', 'mongodb_commit'])
      await eventually(name, async () => example(name).test(await (await fetch(`${notes.url()}/metrics`)).text()));
  });
});
