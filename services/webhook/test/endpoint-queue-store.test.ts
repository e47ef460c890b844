import { newId } from '@qsc/contracts';
import { type Collection, openCollection } from '@qsc/service-kit';
import { expect } from 'chai';
import {
  type EndpointQueueRow,
  type EndpointQueueStore,
  endpointQueueDefinition,
  makeEndpointQueueStore,
  type QueueLease,
} from '../src/sending/endpoint-queue.store.ts';
import { startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

/** Far ahead, so that the queues of this test are nothing to the service that runs. */
const NOW = new Date('2100-03-02T09:00:00.000Z');
const SOON = new Date(NOW.getTime() + 1);
const UNTIL = new Date(NOW.getTime() + 30_000);
const TIMES = { now: NOW, leaseNow: NOW, leaseUntil: UNTIL };
const MAX_DATE = new Date(8.64e15);
const TALLY = { probing: false, tally: [{ from: 0, attempts: 9, failures: 9 }] };
const MANY = 150;

describe('queues behind an open breaker', () => {
  let mesh: WebhookMesh;
  let rows: Collection<EndpointQueueRow>;
  let queues: EndpointQueueStore;

  before(async () => {
    mesh = await startWebhookMesh();
    rows = openCollection(mesh.connection, endpointQueueDefinition);
    queues = makeEndpointQueueStore(rows, 'the test');
  });
  beforeEach(() => rows.model.collection.deleteMany({}));
  after(() => mesh.stop());

  /** So many queues that are due at `NOW`, held. */
  const claimMany = async (count: number): Promise<QueueLease[]> => {
    const made = Array.from({ length: count }, () => ({
      _id: newId('webhook'),
      org_id: 'org_1',
      holder: null,
      token: 0,
      lease_until: new Date(0),
      due_at: NOW,
      incarnation: 0,
      open_until: new Date(0),
      probing: false,
      tally: [],
    }));
    await rows.model.collection.insertMany(made as never[]);
    return queues.claim(TIMES, []);
  };
  const readRow = ({ webhookId }: QueueLease) => rows.findOne({ _id: webhookId });

  it('are not claimed while their breaker is open, also when events have come', async () => {
    const leases = await claimMany(MANY);
    expect(leases).to.have.length(MANY);
    for (const lease of leases) expect(lease.dueAt).to.deep.equal(NOW);
    for (const lease of leases) expect(await queues.openBreaker(lease, UNTIL)).to.equal(true);
    await queues.wake(
      leases.map(({ webhookId }) => webhookId),
      NOW,
    );
    await mesh.database.command({ profile: 2 });
    expect(await queues.claim({ ...TIMES, now: SOON }, [])).to.deep.equal([]);
    await mesh.database.command({ profile: 0 });
    const [seen] = await mesh.database
      .collection('system.profile')
      .find({ 'command.find': 'endpoint_queue', 'command.filter.due_at.$lte': SOON })
      .toArray();
    expect(seen).to.include({ keysExamined: 0, docsExamined: 0 });
    expect(await queues.claim({ ...TIMES, now: UNTIL, leaseNow: UNTIL }, [])).to.have.length(MANY);
  });

  it('are removed with their webhook, unless they were woken since their last write', async () => {
    const [lease] = (await claimMany(1)) as [QueueLease];
    await queues.saveDue(lease, UNTIL, TALLY);
    expect(await queues.wake([lease.webhookId, 'wh_gone'], NOW)).to.deep.equal(['wh_gone']);
    const times = { saved: UNTIL, now: NOW };
    expect(await queues.remove(lease, times)).to.equal(false);
    await queues.saveDue(lease, UNTIL, TALLY);
    expect(await queues.remove(lease, times)).to.equal(true);
    expect(await queues.wake([lease.webhookId], NOW)).to.deep.equal([lease.webhookId]);
  });

  it('are not released when they were woken by a clock that is ahead', async () => {
    const [lease] = (await claimMany(1)) as [QueueLease];
    const given = { saved: UNTIL, now: NOW, dueAt: null };
    await queues.saveDue(lease, UNTIL, TALLY);
    await queues.wake([lease.webhookId], SOON);
    expect(await queues.release(lease, given)).to.equal(false);
    expect(await queues.remove(lease, given)).to.equal(false);
    expect(await readRow(lease)).to.deep.include({ due_at: SOON, holder: 'the test' });
    await queues.saveDue(lease, UNTIL, TALLY);
    expect(await queues.release(lease, given)).to.equal(true);
    expect(await readRow(lease)).to.deep.include({ due_at: MAX_DATE, holder: null });
  });

  it('are due at once with a closed breaker when their receiver changes', async () => {
    const [lease] = (await claimMany(1)) as [QueueLease];
    await queues.openBreaker(lease, UNTIL);
    await queues.resetReceiver(lease.webhookId, SOON);
    const [again] = await queues.claim({ ...TIMES, now: SOON }, []);
    expect(again).to.deep.equal({ ...lease, token: 2, incarnation: 1, dueAt: SOON });
  });

  it('take no failures of a former incarnation', async () => {
    const [lease] = (await claimMany(1)) as [QueueLease];
    await queues.resetReceiver(lease.webhookId, NOW);
    expect(await queues.saveDue(lease, SOON, TALLY)).to.equal(true);
    expect(await readRow(lease)).to.deep.include({ due_at: SOON, tally: [], holder: 'the test' });
    expect(await queues.openBreaker(lease, UNTIL)).to.equal(false);
    expect(await readRow(lease)).to.deep.include({ due_at: SOON, probing: false, incarnation: 1 });
    await queues.dropLease(lease);
    const [again] = (await queues.claim({ ...TIMES, now: SOON }, [])) as [QueueLease];
    await queues.saveDue(again, MAX_DATE, TALLY);
    expect(await readRow(lease)).to.deep.include({ due_at: MAX_DATE, ...TALLY });
  });
});
