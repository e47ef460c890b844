import { randomUUID } from 'node:crypto';
import { newId } from '@qsc/contracts';
import { BROKER } from '@qsc/contracts/events';
import { dropDatabases, eventually, testEnvironment } from '@qsc/test-kit';
import amqp, { type Channel, type ChannelModel } from 'amqplib';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import type { Publisher, PublishOutcome } from '../src/broker/publisher.ts';
import { makeQueueIncarnations } from '../src/broker/queue-incarnation.ts';
import { makeRelay, type Relay } from '../src/broker/relay.ts';
import { makeLog } from '../src/log.ts';
import { openCollection } from '../src/mongo/collection.ts';
import { openDatabase } from '../src/mongo/database.ts';
import { type OutboxRow, outboxDefinition, queueIncarnationDefinition } from '../src/mongo/system-collections.ts';
import { CLAIM_MS } from '../src/mongo/unit-of-work.ts';

/** A replica of a service: a relay whose broker confirms when it is told to. */
type Replica = { relay: Relay; sent: string[]; confirm(): void };

describe('what is sent again', () => {
  const environment = testEnvironment();
  const type = `note.${randomUUID()}.v1`;
  const log = makeLog('resend', 'error');
  const replicas: Replica[] = [];
  let connection: Connection;
  let broker: ChannelModel;
  let channel: Channel;
  let now: number;

  const clock = () => new Date(now);
  const outbox = () => openCollection(connection, outboxDefinition);
  const incarnations = () => openCollection(connection, queueIncarnationDefinition);
  const confirmedAt = async (id: string) => (await outbox().findOne({ _id: id }))?.confirmed_at;

  /** A row as it was written: claims and marks wait for no majority. */
  const readLocally = (id: string) =>
    connection.collection<OutboxRow>('outbox').findOne({ _id: id }, { readConcern: { level: 'local' } });

  before(async () => {
    connection = await openDatabase(environment.mongodbUri, `${environment.prefix}resend`).asPromise();
    broker = await amqp.connect(environment.amqpUrl);
    channel = await broker.createChannel();
  });
  beforeEach(async () => {
    now = Date.now();
    await outbox().model.deleteMany({});
  });
  afterEach(async () => {
    for (const { relay, confirm } of replicas.splice(0)) {
      confirm();
      await relay.stop();
    }
  });
  after(async () => {
    await broker.close();
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const startReplica = (ownClock = clock, rows = outbox()): Replica => {
    const sent: string[] = [];
    const waiting: ((outcome: PublishOutcome) => void)[] = [];
    const publisher: Publisher = {
      setup: async () => {},
      isReady: () => true,
      publish: ({ id }) => {
        sent.push(id);
        return new Promise((resolve) => waiting.push(resolve));
      },
    };
    const relay = makeRelay({ outbox: rows, publisher, clock: ownClock, log });
    const confirm = () => {
      for (const resolve of waiting.splice(0)) resolve('confirmed');
    };
    const replica = { relay, sent, confirm };
    replicas.push(replica);
    return replica;
  };

  /** A committed event: claimed by whoever committed it, or confirmed at a time. */
  const commit = async (confirmed_at?: Date): Promise<OutboxRow> => {
    const state = confirmed_at ? { confirmed_at } : { claimed_until: new Date(now + CLAIM_MS) };
    const row = { _id: newId('event'), org_id: 'org_resend', type, body: '{}', created_at: clock(), ...state };
    await outbox().model.create(row);
    return row;
  };

  it('is kept in the outbox while the broker takes nothing, beyond what the memory of the process may hold', async () => {
    const body = 'x'.repeat(8 * 1024 * 1024);
    const rows: OutboxRow[] = [];
    for (let index = 0; index < 6; index += 1) rows.push({ ...(await commit()), body });
    for (const { _id } of rows) await outbox().model.updateOne({ _id }, { $set: { body } });
    const replica = startReplica();
    replica.relay.offer(rows);
    expect(replica.sent).to.have.length(4);
    replica.relay.start();
    await eventually('all are published', () => {
      now += CLAIM_MS + 1;
      replica.confirm();
      return new Set(replica.sent).size === rows.length;
    });
  });

  it('is what was published before a queue was created again and is confirmed after it', async () => {
    const replica = startReplica();
    const row = await commit();
    replica.relay.offer([row]);
    await replica.relay.resend([{ name: 'any', incarnation: randomUUID(), types: [type] }]);
    replica.confirm();
    now += CLAIM_MS + 1;
    replica.relay.start();
    await eventually('it is published again', () => replica.sent.length === 2);
    expect(replica.sent).to.deep.equal([row._id, row._id]);
    replica.confirm();
    await eventually('it counts as sent', () => confirmedAt(row._id));
  });

  it('is what another replica marks as confirmed only between the two resends for an incarnation', async () => {
    const queue = `test.${randomUUID()}`;
    const announcement = { queues: [{ name: queue, incarnation: randomUUID(), types: [type] }] };
    const replica = startReplica();
    // Its clock is behind as well: what it marks seems to be older than the first resend.
    const late = startReplica(() => new Date(now - 59_000));
    const settled = Promise.withResolvers<void>();
    const { subscribe } = makeQueueIncarnations({
      rows: incarnations(),
      queues: [],
      resend: replica.relay.resend,
      settle: () => settled.promise,
      clock,
      log,
    });
    const [before, meanwhile] = [await commit(clock()), await commit()];
    late.relay.offer([meanwhile]);
    await subscribe(broker);

    channel.publish(BROKER.incarnations, '', Buffer.from(JSON.stringify(announcement)));
    await eventually('the first resend', async () => !(await confirmedAt(before._id)));
    late.confirm();
    await eventually('the late mark', () => confirmedAt(meanwhile._id));
    const old = await commit(new Date(now - 61_000));

    settled.resolve();
    await eventually('the incarnation is known', () => incarnations().findOne({ _id: `sent/${queue}` }));
    now += 1;
    replica.relay.start();
    await eventually('both are published again', () => replica.sent.length === 2);
    expect(replica.sent).to.have.members([before._id, meanwhile._id]);
    expect(await confirmedAt(old._id)).to.deep.equal(old.confirmed_at);
  });

  it('is each event once for all queues that are announced together, however many replicas are asked', async () => {
    const row = await commit(clock());
    const [first, ...others] = ['one', 'two', 'three'].map((name) => ({
      name,
      incarnation: randomUUID(),
      types: [type],
    }));
    const [replica, late] = [startReplica(), startReplica()];
    replica.relay.start();
    for (const [times, queues] of [[first!], others].entries()) {
      await replica.relay.resend(queues);
      now += 1;
      await eventually('it is published again', () => replica.sent.length === times + 1);
      replica.confirm();
      await eventually('it counts as sent', () => confirmedAt(row._id));
    }
    for (const queues of [[first!], others]) await late.relay.resend(queues, new Date(now - 60_000));
    expect(replica.sent).to.deep.equal([row._id, row._id]);
    expect(await confirmedAt(row._id)).to.be.a('date');
  });

  it('is what another replica published before and marks as confirmed only after the first resend', async () => {
    const [replica, late] = [startReplica(), startReplica()];
    const row = await commit();
    late.relay.offer([row]);
    const confirmed = { $set: { confirmed_at: clock() }, $unset: { claimed_until: 1 } } as const;
    await outbox().model.updateOne({ _id: row._id }, confirmed);
    await replica.relay.resend([{ name: 'any', incarnation: randomUUID(), types: [type] }]);
    late.confirm();
    await late.relay.stop();
    expect(await readLocally(row._id))
      .to.include.keys('claimed_until')
      .and.not.include.keys('confirmed_at');
  });

  it('is not what another replica marks as confirmed between the look of a sweep and its claim', async () => {
    const [row, unsent] = [await commit(), await commit()];
    now += CLAIM_MS + 1;
    const rows = outbox();
    const find: typeof rows.find = async (...requested) => {
      const found = await rows.find(...requested);
      const mark = { $set: { confirmed_at: clock() }, $unset: { claimed_until: 1 } } as const;
      if (found.length > 0) await rows.model.updateMany({ _id: row._id }, mark);
      return found;
    };
    const replica = startReplica(clock, { ...rows, find });
    replica.relay.start();
    await eventually('the sweep publishes the other one', () => replica.sent.includes(unsent._id));
    replica.confirm();
    await replica.relay.stop();
    expect(replica.sent).to.deep.equal([unsent._id]);
    expect(await readLocally(row._id))
      .to.include.keys('confirmed_at')
      .and.not.include.keys('claimed_until');
  });
});
