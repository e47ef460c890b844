import { type Log, openCollection } from '@qsc/service-kit';
import { dropDatabases, eventually, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import type { Delivery } from '../src/delivery/delivery.ts';
import { endpointQueueDefinition, makeEndpointQueueStore } from '../src/sending/endpoint-queue.store.ts';
import type { EndpointQueueParts } from '../src/sending/endpoint-queue.ts';
import { makeEndpointQueues } from '../src/sending/endpoint-queues.ts';
import { makeLatencies } from '../src/sending/latency.ts';
import { makeRequestLimiter } from '../src/sending/request-limiter.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const LEASE_MS = 10_000;

const log = { info: () => {}, warn: () => {}, error: () => {} } as unknown as Log;

/** Parts of queues whose receivers never answer; `sent` has the abort signal of each attempt. */
const silentParts = (sent: Map<string, AbortSignal>): EndpointQueueParts => ({
  webhooks: { find: async (orgId, id) => ({ id, org_id: orgId, url: id, status: 'active', version: 1 }) as never },
  deliveries: {
    due: async ({ webhookId }) => [{ id: `del_${webhookId}`, message_id: 'msg_1' } as Delivery],
    nextAt: async () => null,
    skipAll: async () => {},
    record: async () => {},
  },
  queues: {
    saveDue: async () => true,
    release: async () => true,
    openBreaker: async () => true,
    remove: async () => true,
  },
  bodies: { get: async () => new Map([['msg_1', { body: '{}' }]]) },
  secrets: { signingKeys: () => [] },
  send: async ({ url }, signal) => {
    if (!sent.has(url)) sent.set(url, signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  },
  recorder: { record: async () => {}, stop: async () => {} },
  disable: async () => true,
  limiter: makeRequestLimiter(),
  latencies: makeLatencies(),
  rules: { delaysSeconds: [], random: () => 0.5 },
  clock: () => NOW,
  log,
});

describe('the endpoint queues of a process whose renewals fail', () => {
  const environment = testEnvironment();
  let connection: Connection;

  before(async () => {
    const dbName = `${environment.prefix}webhook`;
    connection = await mongoose.createConnection(environment.mongodbUri, { dbName }).asPromise();
  });
  after(async () => {
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('are each given up when their own lease runs out, whatever was claimed since', async () => {
    const rows = openCollection(connection, endpointQueueDefinition);
    const insertDue = (id: string) =>
      rows.model.collection.insertOne({
        _id: id,
        org_id: 'org_1',
        holder: null,
        token: 0,
        lease_until: new Date(0),
        due_at: NOW,
        incarnation: 0,
        open_until: new Date(0),
        probing: false,
        tally: [],
      } as never);
    const sent = new Map<string, AbortSignal>();
    let now = NOW.getTime();
    const renew = () => Promise.reject(new Error('The database does not renew.'));
    const store = { ...makeEndpointQueueStore(rows, 'the test'), renew };
    const queues = makeEndpointQueues({
      store,
      queue: silentParts(sent),
      clock: () => NOW,
      leaseClock: () => new Date(now),
      log,
    });
    queues.start(new AbortController().signal);
    await insertDue('wh_1');
    const first = await eventually('the first is sent to', () => sent.get('wh_1'));
    now += LEASE_MS - 1;
    await insertDue('wh_2');
    const second = await eventually('the second is sent to', () => sent.get('wh_2'));
    expect(first.aborted).to.equal(false);
    now += 1;
    await eventually('the first is given up', () => first.aborted);
    expect(second.aborted).to.equal(false);
    now += LEASE_MS;
    await eventually('the second is given up', () => second.aborted);
    await queues.stop();
  });
});
