import { newId } from '@qsc/contracts';
import { type Collection, openCollection } from '@qsc/service-kit';
import { expect } from 'chai';
import { type Hold, type LaneRow, type LaneStore, laneDefinition, makeLaneStore } from '../src/sending/lane.store.ts';
import { startWebhookMesh, type WebhookMesh } from './webhook-mesh.ts';

/** Far ahead, so that the lanes of this test are nothing to the service that runs. */
const NOW = new Date('2100-03-02T09:00:00.000Z');
const SOON = new Date(NOW.getTime() + 1);
const UNTIL = new Date(NOW.getTime() + 30_000);
const TIMES = { now: NOW, leaseNow: NOW, leaseUntil: UNTIL };
const SOME_DAY = new Date(8.64e15);
const TALLY = { probing: false, tally: [{ from: 0, attempts: 9, failures: 9 }] };
const MANY = 150;

describe('lanes behind an open breaker', () => {
  let mesh: WebhookMesh;
  let rows: Collection<LaneRow>;
  let lanes: LaneStore;

  before(async () => {
    mesh = await startWebhookMesh();
    rows = openCollection(mesh.connection, laneDefinition);
    lanes = makeLaneStore(rows, 'the test');
  });
  beforeEach(() => rows.model.collection.deleteMany({}));
  after(() => mesh.stop());

  /** So many lanes that are due at `NOW`, held. */
  const held = async (count: number): Promise<Hold[]> => {
    const made = Array.from({ length: count }, () => ({
      ...{ _id: newId('webhook'), org_id: 'org_1', holder: null, token: 0, lease_until: new Date(0), due_at: NOW },
      ...{ receiver: 0, open_until: new Date(0), probing: false, tally: [] },
    }));
    await rows.model.collection.insertMany(made as never[]);
    return lanes.claim(TIMES, []);
  };
  const rowOf = ({ webhookId }: Hold) => rows.findOne({ _id: webhookId });

  it('are passed over by claims, also when events have come for them', async () => {
    const holds = await held(MANY);
    expect(holds).to.have.length(MANY);
    for (const hold of holds) expect(hold.dueAt).to.deep.equal(NOW);
    for (const hold of holds) expect(await lanes.open(hold, UNTIL)).to.equal(true);
    await lanes.wake(
      holds.map(({ webhookId }) => webhookId),
      NOW,
    );
    await mesh.database.command({ profile: 2 });
    expect(await lanes.claim({ ...TIMES, now: SOON }, [])).to.deep.equal([]);
    await mesh.database.command({ profile: 0 });
    const [seen] = await mesh.database
      .collection('system.profile')
      .find({ 'command.find': 'lane', 'command.filter.due_at.$lte': SOON })
      .toArray();
    expect(seen).to.include({ keysExamined: 0, docsExamined: 0 });
    expect(await lanes.claim({ ...TIMES, now: UNTIL, leaseNow: UNTIL }, [])).to.have.length(MANY);
  });

  it('go with their webhook, unless something has come for them since they were to rest', async () => {
    const [hold] = (await held(1)) as [Hold];
    await lanes.rest(hold, UNTIL, TALLY);
    expect(await lanes.wake([hold.webhookId, 'wh_gone'], NOW)).to.deep.equal(['wh_gone']);
    const times = { said: UNTIL, now: NOW };
    expect(await lanes.retire(hold, times)).to.equal(false);
    await lanes.rest(hold, UNTIL, TALLY);
    expect(await lanes.retire(hold, times)).to.equal(true);
    expect(await lanes.wake([hold.webhookId], NOW)).to.deep.equal([hold.webhookId]);
  });

  it('are not given back over what woke them by a clock that is ahead', async () => {
    const [hold] = (await held(1)) as [Hold];
    const given = { said: UNTIL, now: NOW, dueAt: null };
    await lanes.rest(hold, UNTIL, TALLY);
    await lanes.wake([hold.webhookId], SOON);
    expect(await lanes.release(hold, given)).to.equal(false);
    expect(await lanes.retire(hold, given)).to.equal(false);
    expect(await rowOf(hold)).to.deep.include({ due_at: SOON, holder: 'the test' });
    await lanes.rest(hold, UNTIL, TALLY);
    expect(await lanes.release(hold, given)).to.equal(true);
    expect(await rowOf(hold)).to.deep.include({ due_at: SOME_DAY, holder: null });
  });

  it('are due at once, with nothing against them, when their receiver is another one', async () => {
    const [hold] = (await held(1)) as [Hold];
    await lanes.open(hold, UNTIL);
    await lanes.begin(hold.webhookId, SOON);
    const [again] = await lanes.claim({ ...TIMES, now: SOON }, []);
    expect(again).to.deep.equal({ ...hold, token: 2, receiver: 1, dueAt: SOON });
  });

  it('are not opened, nor told of failures, by who knew the former receiver alone', async () => {
    const [hold] = (await held(1)) as [Hold];
    await lanes.begin(hold.webhookId, NOW);
    expect(await lanes.rest(hold, SOON, TALLY)).to.equal(true);
    expect(await rowOf(hold)).to.deep.include({ due_at: SOON, tally: [], holder: 'the test' });
    expect(await lanes.open(hold, UNTIL)).to.equal(false);
    expect(await rowOf(hold)).to.deep.include({ due_at: SOON, probing: false, receiver: 1 });
    await lanes.letGo(hold);
    const [again] = (await lanes.claim({ ...TIMES, now: SOON }, [])) as [Hold];
    await lanes.rest(again, SOME_DAY, TALLY);
    expect(await rowOf(hold)).to.deep.include({ due_at: SOME_DAY, ...TALLY });
  });
});
