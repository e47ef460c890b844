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

describe('when a failed delivery is tried again', () => {
  const HOUR_S = 3_600;
  const moment = new Date(NOW.getTime() + HOUR_S * 1_000).toUTCString();
  for (const [what, random, retryAfter, seconds] of [
    ['after four fifths of the delay where chance is 0', 0, null, 4],
    ['after six fifths of the delay where chance is 1', 1, null, 6],
    ['after what the receiver asks for', 0.5, '120', 120],
    ['no sooner than the schedule says', 0.5, '1', 5],
    ['after a day at most', 0.5, String(30 * 86_400), 24 * HOUR_S],
    ['by the schedule where nobody understands what is asked for', 0.5, 'soon', 5],
  ] as const)
    it(what, () => {
      const attempt = { ...answered(503), answer: { status: 503, body: '', retryAfter } };
      const { delivery } = afterAttempt(aDelivery(), attempt, { ...RULES, random: () => random });
      expect(delivery.next_attempt_at?.getTime()).to.equal(NOW.getTime() + attempt.durationMs + seconds * 1_000);
    });

  it('at the moment that the receiver names', () => {
    const attempt = { ...answered(503), answer: { status: 503, body: '', retryAfter: moment } };
    expect(ended(aDelivery(), attempt).next_attempt_at?.toUTCString()).to.equal(moment);
  });
});

describe('the write of how attempts ended', () => {
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

  const keep = async (...deliveries: Delivery[]): Promise<void> => {
    await rows.model.collection.insertMany(deliveries.map(toStored) as never[]);
  };

  const kept = async ({ id, org_id }: Delivery): Promise<Delivery | null> => {
    const row = await rows.findOne({ org_id, _id: id });
    return row && toDelivery(row as StoredDelivery);
  };

  it('gives each of many its own end, of whatever organisation it is', async () => {
    const all = Array.from({ length: 30 }, aDelivery);
    await keep(...all);
    const ends = all.map((delivery, index) => ended(delivery, answered(index % 2 ? 500 : 204, `$answer ${index}`)));
    await store.record(ends.toReversed());
    for (const end of ends) expect(await kept(end)).to.deep.equal(end);
  });

  it('passes over what another replica has written already, and writes what is beside it', async () => {
    const [told, beside] = [aDelivery(), aDelivery()];
    const first = ended(told, answered(503, 'the first'));
    await keep(first, beside);
    await store.record([ended(told, answered(500, 'late')), ended(beside, answered(500, 'in time'))]);
    expect(await kept(told)).to.deep.equal(first);
    expect(await kept(beside)).to.include({ attempts: 1, response_body: 'in time' });
  });

  it('lets a success stand against a failure that another replica has written, and never the other way round', async () => {
    const [one, other] = [aDelivery(), aDelivery()];
    await keep(ended(ended(one, answered(503)), answered(503)), ended(other, answered(200, 'taken')));
    await store.record([ended(one, answered(204)), ended(other, answered(500))]);
    expect(await kept(one)).to.include({ status: 'succeeded', response_status: 204, next_attempt_at: null });
    expect(await kept(other)).to.include({ status: 'succeeded', response_status: 200 });
  });

  it('writes a success once', async () => {
    const delivery = aDelivery();
    const end = ended(delivery, answered(200, 'the first'));
    await keep(end);
    await store.record([ended(delivery, answered(200, 'the second'))]);
    expect(await kept(delivery)).to.deep.equal(end);
  });

  it('keeps waiting what was asked for again meanwhile, with its attempts counted anew', async () => {
    const [failed, taken] = [aDelivery(), aDelivery()];
    const again = { asked_by: newId('request'), next_attempt_at: new Date(NOW.getTime() + 1) };
    await keep({ ...failed, ...again }, { ...taken, ...again });
    await store.record([ended(failed, answered(500, 'no')), ended(taken, answered(204))]);
    const waits = { status: 'pending', attempts: 1, former_attempts: 1, asked_by: again.asked_by };
    expect(await kept(failed)).to.deep.include({ ...waits, ...again, response_status: 500, response_body: 'no' });
    expect(await kept(taken)).to.deep.include({ ...waits, ...again, response_status: 204 });
  });
});
