import { newId } from '@qsc/contracts';
import { consume, superviseBroker, toPartition } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeChainStore } from '../src/chain/chain.store.ts';
import type { RecordedAction } from '../src/entry/entry.ts';
import { parseAction } from '../src/recording/action.ts';
import { makeChainWriter } from '../src/recording/chain-writer.ts';
import { makeRecorder } from '../src/recording/recorder.ts';
import { type AuditFixture, makeActEvent, newOrg, openEntries, silentLog, startAudit } from './audit-fixture.ts';
import { type InterruptibleProxy, startProxy } from './interruptible-proxy.ts';

const NO_METRICS = { recorded: () => {}, parked: () => {} };

const systemClock = () => new Date();

const makeRecorded = (event: object): RecordedAction => {
  const action = parseAction(Buffer.from(JSON.stringify(event)));
  if (action === null || action === 'none') throw new Error('The event has no entry.');
  return action;
};

describe('recording', () => {
  let audit: AuditFixture;

  before(async () => {
    audit = await startAudit();
  });
  after(() => audit.stop());

  const verify = async (orgId: string) => (await audit.api(orgId).get('/audit-logs/verify')).body.data;

  const listSequences = async (orgId: string): Promise<number[]> =>
    (await audit.entries.find({ org_id: orgId }, { sort: { sequence: 1 } })).map((entry) => entry.sequence);

  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

  it('makes one entry of an event that is delivered three times', async () => {
    const org = newOrg();
    const event = makeActEvent(org);
    await audit.publish(event);
    await audit.publish(event);
    await audit.recorded(org, 1);
    await audit.publish(event);
    await audit.publish(makeActEvent(org));
    await audit.recorded(org, 2);
    expect(await listSequences(org)).to.deep.equal([1, 2]);
    expect(await verify(org)).to.include({ valid: true, entries_checked: 2 });
  });

  it('records events of types that nobody has declared yet', async () => {
    const org = newOrg();
    await audit.publish(makeActEvent(org, { type: 'future.thing.happened.v7', entity_type: 'thing' }));
    await audit.recorded(org, 1);
    expect((await audit.api(org).get('/audit-logs')).body.data[0]).to.include({ entity_type: 'thing', sequence: 1 });
  });

  it('keeps whatever JSON the changes hold, and its hash fits after it was stored', async () => {
    const org = newOrg();
    const odd = {
      'a\u0000b': { from: { $ref: 'x', $id: 1, _bsontype: 'ObjectId' }, to: { $set: 1 } },
      10: { from: '\ud800 half', to: [{ 2: 'b', 1: 'a' }] },
      deep: { from: null, to: JSON.parse('['.repeat(150) + ']'.repeat(150)) },
      'attributes.n': { from: 1e21, to: -0.1 },
    };
    const metadata = { reason: 'because', workflow_state: null, request_id: 'req_1', details: { '$a.b': 1 } };
    await audit.publish(makeActEvent(org, { changes: odd, metadata, entity_name: '\udc00' }));
    await audit.recorded(org, 1);
    expect(await verify(org)).to.include({ valid: true, entries_checked: 1 });
    const [entry] = (await audit.api(org).get('/audit-logs')).body.data;
    expect(entry.changes).to.deep.equal({ ...odd, 10: { ...odd[10], from: '\ufffd half' } });
    expect(entry.metadata).to.deep.equal(metadata);
    expect(entry.entity_name).to.equal('\ufffd');
  });

  it('keeps one chain for each organisation without a gap, many at once', async () => {
    const orgs = Array.from({ length: 12 }, newOrg);
    await audit.publish(...Array.from({ length: 240 }, (_, index) => makeActEvent(orgs[index % orgs.length]!)));
    for (const org of orgs) {
      await audit.recorded(org, 20);
      expect(await verify(org)).to.include({ valid: true, entries_checked: 20, first_sequence: 1, last_sequence: 20 });
    }
  });

  it('parks a message that is no event and goes on with the next', async () => {
    const org = newOrg();
    const queue = `${audit.queuePrefix}.p${toPartition(org)}`;
    const outOfRange = JSON.stringify(makeActEvent(org)).replace('"low"', '1e999');
    const poison = ['not JSON', '{"specversion":"1.0"}', outOfRange];
    for (const text of poison) audit.channel.sendToQueue(queue, Buffer.from(text), { persistent: true });
    await audit.publish(makeActEvent(org));
    await audit.recorded(org, 1);
    const parked: string[] = [];
    await eventually('all three are parked', async () => {
      const message = await audit.channel.get(`${queue}.parking`, { noAck: true });
      if (message) parked.push(String(message.content));
      return parked.length === poison.length;
    });
    expect(parked).to.have.members(poison);
    expect(await listSequences(org)).to.deep.equal([1]);
  });

  it('acknowledges an event without an audit entry and records nothing of it', async () => {
    const org = newOrg();
    const { data, ...notice } = makeActEvent(org);
    await audit.publish({ ...notice, data: { ...data, audit: null } });
    await audit.publish(makeActEvent(org));
    await eventually('the event that came after is recorded', async () => (await listSequences(org)).length === 1);
    expect(await listSequences(org)).to.deep.equal([1]);
  });

  it('lets two writers of one chain leave neither a gap nor a fork', async () => {
    const org = newOrg();
    const store = makeChainStore(audit.entries);
    const writers = [0, 1].map(() => makeChainWriter({ store, clock: systemClock, log: silentLog }));
    const actions = Array.from({ length: 100 }, () => makeRecorded(makeActEvent(org)));
    const batches = Array.from({ length: 20 }, (_, index) => actions.slice(index * 5, index * 5 + 5));
    await Promise.all(
      writers.map(async (writer) => {
        for (const batch of batches) await writer.write(batch);
      }),
    );
    expect(await listSequences(org)).to.deep.equal(upTo(100));
    expect(await verify(org)).to.include({ valid: true, entries_checked: 100 });
  });

  it('makes no second entry when the connection is lost between the insert and the acknowledgement', async () => {
    const org = orgOfPartition(0);
    const queue = { name: `${audit.queuePrefix}.lost`, partition: 0, singleActive: true };
    const entries = await openEntries(audit.config.MONGODB_URI, `${audit.config.MONGODB_DATABASE_PREFIX}lost`);
    const store = makeChainStore(entries);
    const start = (append: typeof store.append) => {
      const writer = makeChainWriter({ store: { ...store, append }, clock: systemClock, log: silentLog });
      const recorder = makeRecorder({ queue, writer, log: silentLog, metrics: NO_METRICS });
      return {
        recorder,
        broker: superviseBroker(
          audit.config.AMQP_URL,
          [consume(recorder.consumer, { log: silentLog, renew: async () => {} })],
          silentLog,
        ),
      };
    };
    const inQueue = async () => (await audit.channel.checkQueue(queue.name)).messageCount;

    const lost = start(async (added) => {
      await store.append(added);
      await lost.broker.close();
    });
    await eventually('the first recorder is connected', () => lost.broker.isReady());
    const events = [makeActEvent(org), makeActEvent(org), makeActEvent(org)];
    await audit.publish(...events);
    await eventually('the messages are back in the queue, with an entry', async () => {
      const written = await entries.count({ org_id: org });
      return !lost.broker.isReady() && written > 0 && (await inQueue()) === events.length;
    });
    await lost.recorder.stop();

    let refused = 0;
    const next = start((added) =>
      store.append(added).catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
    );
    await eventually('every event has its entry', async () => (await entries.count({ org_id: org })) === events.length);
    await eventually('an insert was refused by the index', () => refused > 0);
    const later = makeActEvent(org);
    await audit.publish(later);
    await eventually(
      'a later event has its entry',
      async () => (await entries.count({ org_id: org })) === events.length + 1,
    );
    await next.recorder.stop();
    await next.broker.close();
    expect(await inQueue(), 'messages that were not acknowledged, the last one aside').to.be.at.most(1);
    const recorded = await entries.find({ org_id: org }, { sort: { sequence: 1 } });
    expect(recorded.map((entry) => [entry.sequence, entry.event_id])).to.deep.equal(
      [...events, later].map((event, index) => [index + 1, event.id]),
    );
    for (const name of [queue.name, `${queue.name}.parking`]) await audit.channel.deleteQueue(name);
    await entries.model.db.close();
  });

  it('goes on where another instance was stopped', async () => {
    const org = orgOfPartition(3);
    const others = [await audit.startAnother(), await audit.startAnother()];
    const publishing = (async () => {
      for (let attempt = 0; attempt < 10; attempt += 1)
        await audit.publish(...Array.from({ length: 30 }, () => makeActEvent(org)));
    })();
    await audit.recorded(org, 100);
    await others[0]!.stop();
    await publishing;
    await others[1]!.stop();
    await audit.recorded(org, 300);
    expect(await verify(org)).to.include({ valid: true, entries_checked: 300, last_sequence: 300 });
  });
});

const orgOfPartition = (partition: number): string => {
  for (;;) {
    const org = newId('organization');
    if (toPartition(org) === partition) return org;
  }
};

describe('recording while the database is away', () => {
  let proxy: InterruptibleProxy;
  let audit: AuditFixture;

  before(async () => {
    const database = new URL(process.env.MONGODB_URI ?? '');
    proxy = await startProxy(Number(database.port));
    audit = await startAudit({ MONGODB_URI: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true` });
  });
  after(async () => {
    proxy.mend();
    await audit.stop();
    await proxy.close();
  });

  it('loses nothing and repeats nothing', async () => {
    const orgs = [newOrg(), newOrg()];
    const batch = () => orgs.flatMap((org) => Array.from({ length: 50 }, () => makeActEvent(org)));
    await audit.publish(...batch());
    proxy.cut();
    await audit.publish(...batch());
    await eventually('the service has tried in vain', () => proxy.refused() >= 5);
    proxy.mend();
    for (const org of orgs) {
      await audit.recorded(org, 100);
      const verified = await eventually('the service answers again', async () => {
        const { status, body } = await audit.api(org).get('/audit-logs/verify');
        return status === 200 && body.data;
      });
      expect(verified).to.include({ valid: true, entries_checked: 100, last_sequence: 100 });
    }
  });
});
