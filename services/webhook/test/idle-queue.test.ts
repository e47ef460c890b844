import { expect } from 'chai';
import { type EndpointQueueParts, startEndpointQueue } from '../src/sending/endpoint-queue.ts';
import { makeLatencies } from '../src/sending/latency.ts';
import { makeRequestLimiter } from '../src/sending/request-limiter.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const LEASE = { webhookId: 'whk_1', orgId: 'org_1', token: 1, incarnation: 0, dueAt: NOW, probing: false, tally: [] };
const LOST = new Error('The database is away.');

const never = async (): Promise<never> => {
  throw new Error('Nothing of this is expected.');
};

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Parts of a queue whose process loses the database as soon as it has written when the queue is due next. */
const idleParts = (saved: Date[]): EndpointQueueParts => ({
  webhooks: { find: async () => ({ id: 'whk_1', org_id: 'org_1', status: 'active' }) as never },
  deliveries: {
    due: async () => [],
    nextAt: async () => (saved.length === 0 ? null : Promise.reject(LOST)),
    skipAll: never,
    record: never,
  },
  queues: {
    saveDue: async (_lease, dueAt) => Boolean(saved.push(dueAt)),
    release: never,
    openBreaker: never,
    remove: never,
  },
  bodies: { get: never },
  secrets: { signingKeys: () => [] },
  send: never,
  recorder: { record: never, stop: never },
  disable: never,
  limiter: makeRequestLimiter(),
  latencies: makeLatencies(),
  rules: { delaysSeconds: [], random: () => 0.5 },
  clock: () => NOW,
  log: log as never,
});

describe('an endpoint queue without due deliveries', () => {
  it('is due again soon, in case its process dies: what came just before was not announced', async () => {
    const saved: Date[] = [];
    const signals = { stop: new AbortController().signal, cancel: new AbortController().signal };
    const error = await startEndpointQueue(LEASE, idleParts(saved), signals).ended.catch((reason: unknown) => reason);
    expect(error).to.equal(LOST);
    expect(saved.map((dueAt) => dueAt.getTime() - NOW.getTime())).to.deep.equal([10_000]);
  });
});

describe('an endpoint queue that is never without work', () => {
  /** Parts of a queue that finds, every six seconds, one delivery that has been due for a second. */
  const busyParts = (saved: Date[], stop: AbortController): EndpointQueueParts => {
    const clock = { ms: NOW.getTime() };
    let found = 0;
    const due = async () => {
      clock.ms += 6_000;
      found += 1;
      if (found > 6) stop.abort();
      return [{ id: `dlv_${found}`, message_id: 'msg_1', attempts: 0, next_attempt_at: new Date(clock.ms - 1_000) }];
    };
    const parts = idleParts(saved);
    return {
      ...parts,
      deliveries: { ...parts.deliveries, due: due as never },
      bodies: { get: async () => new Map([['msg_1', { body: '{}' }]]) },
      send: async () => ({
        at: NOW,
        durationMs: 1,
        url: 'https://hooks.example.com/',
        error: null,
        answer: { status: 204, body: '', retryAfter: null },
      }),
      recorder: { record: async () => {}, stop: never },
      clock: () => new Date(clock.ms),
    };
  };

  it('writes since when its deliveries have been due, and not since when it has had work', async () => {
    const saved: Date[] = [];
    const stop = new AbortController();
    const signals = { stop: stop.signal, cancel: new AbortController().signal };
    expect(await startEndpointQueue(LEASE, busyParts(saved, stop), signals).ended).to.equal('held');
    expect(saved.map((dueAt) => dueAt.getTime() - NOW.getTime())).to.deep.equal([11_000, 23_000, 35_000]);
  });

  it('does not count the time in which nothing could be sent', async () => {
    const saved: Date[] = [];
    const stop = new AbortController();
    const signals = { stop: stop.signal, cancel: new AbortController().signal };
    const dueAt = new Date(NOW.getTime() + 30_000);
    await startEndpointQueue({ ...LEASE, dueAt }, busyParts(saved, stop), signals).ended;
    expect(saved.map((each) => each.getTime() - NOW.getTime())).to.deep.equal([30_000, 30_000, 35_000]);
  });
});
