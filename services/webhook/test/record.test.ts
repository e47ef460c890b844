import { newId } from '@qsc/contracts';
import { type Collection, openCollection } from '@qsc/service-kit';
import { dropDatabases, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose, { type Connection } from 'mongoose';
import { deliveryDefinition, type StoredDelivery, toDelivery, toStored } from '../src/delivery/delivery.store.ts';
import { type Attempt, afterAttempt, type Delivery, newDelivery } from '../src/delivery/delivery.ts';
import { type DueDeliveryStore, makeDueDeliveryStore } from '../src/sending/due-delivery.store.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const RULES = { delaysSeconds: [5, 300], random: () => 0.5 };

const answered = (status: number, body = ''): Attempt => ({
  at: NOW,
  durationMs: 7,
  url: 'https://hooks.example.com/$here',
  answer: { status, body, retryAfter: null },
  error: null,
});

const aDelivery = (): Delivery => {
  const ids = {
    id: newId('delivery'),
    org_id: newId('organization'),
    webhook_id: newId('webhook'),
    message_id: 'msg_1',
  };
  return newDelivery({ ...ids, event: 'audit.create' }, { webhook: { status: 'active', version: 1 }, now: NOW });
};

const ended = (delivery: Delivery, attempt: Attempt): Delivery => afterAttempt(delivery, attempt, RULES).delivery;

describe('the next attempt of a failed delivery', () => {
  const HOUR_S = 3_600;
  const moment = new Date(NOW.getTime() + HOUR_S * 1_000).toUTCString();
  for (const [what, random, retryAfter, seconds] of [
    ['is after four fifths of the delay with the random number 0', 0, null, 4],
    ['is after six fifths of the delay with the random number 1', 1, null, 6],
    ['is after the Retry-After of the receiver', 0.5, '120', 120],
    ['is no sooner than the retry schedule', 0.5, '1', 5],
    ['is after a day at most', 0.5, String(30 * 86_400), 24 * HOUR_S],
    ['is by the schedule where Retry-After is invalid', 0.5, 'soon', 5],
  ] as const)
    it(what, () => {
      const attempt = { ...answered(503), answer: { status: 503, body: '', retryAfter } };
      const { delivery } = afterAttempt(aDelivery(), attempt, { ...RULES, random: () => random });
      expect(delivery.next_attempt_at?.getTime()).to.equal(NOW.getTime() + attempt.durationMs + seconds * 1_000);
    });

  it('is at the date of Retry-After', () => {
    const attempt = { ...answered(503), answer: { status: 503, body: '', retryAfter: moment } };
    expect(ended(aDelivery(), attempt).next_attempt_at?.toUTCString()).to.equal(moment);
  });
});

describe('the recording of attempts', () => {
  const environment = testEnvironment();
  let connection: Connection;
  let rows: Collection<StoredDelivery>;
  let store: DueDeliveryStore;

  before(async () => {
    const dbName = `${environment.prefix}webhook`;
    connection = await mongoose.createConnection(environment.mongodbUri, { dbName }).asPromise();
    rows = openCollection(connection, deliveryDefinition);
    store = makeDueDeliveryStore(rows);
  });
  after(async () => {
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const insertAll = async (...deliveries: Delivery[]): Promise<void> => {
    await rows.model.collection.insertMany(deliveries.map(toStored) as never[]);
  };

  const readStored = async ({ id, org_id }: Delivery): Promise<Delivery | null> => {
    const row = await rows.findOne({ org_id, _id: id });
    return row && toDelivery(row as StoredDelivery);
  };

  it('writes the result of each of many deliveries, over organisations', async () => {
    const all = Array.from({ length: 30 }, aDelivery);
    await insertAll(...all);
    const ends = all.map((delivery, index) => ended(delivery, answered(index % 2 ? 500 : 204, `$answer ${index}`)));
    await store.record(ends.toReversed());
    for (const end of ends) expect(await readStored(end)).to.deep.equal(end);
  });

  it('skips an attempt that another replica has recorded, and writes the others', async () => {
    const [recorded, beside] = [aDelivery(), aDelivery()];
    const first = ended(recorded, answered(503, 'the first'));
    await insertAll(first, beside);
    await store.record([ended(recorded, answered(500, 'late')), ended(beside, answered(500, 'in time'))]);
    expect(await readStored(recorded)).to.deep.equal(first);
    expect(await readStored(beside)).to.include({ attempts: 1, response_body: 'in time' });
  });

  it('replaces a failure by a success, and never a success by a failure', async () => {
    const [one, other] = [aDelivery(), aDelivery()];
    await insertAll(ended(ended(one, answered(503)), answered(503)), ended(other, answered(200, 'accepted')));
    await store.record([ended(one, answered(204)), ended(other, answered(500))]);
    expect(await readStored(one)).to.include({ status: 'succeeded', response_status: 204, next_attempt_at: null });
    expect(await readStored(other)).to.include({ status: 'succeeded', response_status: 200 });
  });

  it('records a success once', async () => {
    const delivery = aDelivery();
    const end = ended(delivery, answered(200, 'the first'));
    await insertAll(end);
    await store.record([ended(delivery, answered(200, 'the second'))]);
    expect(await readStored(delivery)).to.deep.equal(end);
  });

  it('leaves a delivery pending that was sent again meanwhile, with a new schedule', async () => {
    const [failed, accepted] = [aDelivery(), aDelivery()];
    const again = { resend_task_id: newId('request'), next_attempt_at: new Date(NOW.getTime() + 1) };
    await insertAll({ ...failed, ...again }, { ...accepted, ...again });
    await store.record([ended(failed, answered(500, 'no')), ended(accepted, answered(204))]);
    const waits = { status: 'pending', attempts: 1, former_attempts: 1, resend_task_id: again.resend_task_id };
    expect(await readStored(failed)).to.deep.include({ ...waits, ...again, response_status: 500, response_body: 'no' });
    expect(await readStored(accepted)).to.deep.include({ ...waits, ...again, response_status: 204 });
  });
});
