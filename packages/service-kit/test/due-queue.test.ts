import { fork } from 'node:child_process';
import { join } from 'node:path';
import { dropDatabases, eventually, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { insert, VersionConflict } from '../src/mongo/change.ts';
import type { DueEffect } from '../src/schedule/due-worker.ts';
import { makeDueWorker } from '../src/schedule/due-worker.ts';
import type { Runner } from '../src/schedule/runner.ts';
import { LEASE_MS, openReplica, RENEW_EVERY_MS, type Replica } from './replica.ts';

const DAY_MS = 86_400_000;
const PROGRAM = join(import.meta.dirname, 'program/due-main.ts');

describe('a due-queue', () => {
  const environment = testEnvironment();
  const database = `${environment.prefix}due`;
  let now = new Date('2026-03-01T00:00:00Z');
  let one: Replica;
  let other: Replica;
  let workers: Runner[] = [];

  const clock = () => now;
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
  const enqueue = (orgId: string, key: string, at = now) =>
    one.unitOfWork.commit([one.queue.enqueue(orgId, key, { at, payload: { deed: key } })], []);
  const cancel = async (key: string) => one.unitOfWork.commit(await one.queue.cancel('org_a', key), []);
  const deeds = async (orgId = 'org_a') => (await one.deeds.find({ org_id: orgId })).map(({ _id }) => _id).sort();
  const rowsLeft = () => one.connection.collection('due_deed').countDocuments({});
  const isEmpty = () => eventually('the queue is empty', async () => (await rowsLeft()) === 0);
  const catchFailure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);
  const takeClaim = async (replica: Replica) => {
    const claimed = await replica.queue.claim();
    if (!claimed) throw new Error('nothing is due');
    return claimed;
  };

  type Act = Parameters<typeof makeDueWorker<{ deed: string }>>[0]['act'];

  const makeEffect = (replica: Replica, { orgId, payload }: Parameters<Act>[0]): DueEffect => ({
    changes: [insert(replica.deeds, { _id: payload.deed, org_id: orgId, by: '', version: 1 })],
    events: [],
  });
  const work = (replica: Replica, act: Act = async (due) => makeEffect(replica, due)): Runner => {
    const { queue, unitOfWork, log } = replica;
    const times = { leaseMs: LEASE_MS, renewEveryMs: RENEW_EVERY_MS, everyMs: 10 };
    const worker = makeDueWorker({ name: 'deeds', queue, act, unitOfWork, clock, log, ...times });
    workers.push(worker);
    worker.start(new AbortController().signal);
    return worker;
  };

  before(async () => {
    one = await openReplica(environment.mongodbUri, database, clock);
    other = await openReplica(environment.mongodbUri, database, clock);
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
    for (const name of ['due_deed', 'deed']) await one.connection.collection(name).deleteMany({});
  });
  after(async () => {
    await one.close();
    await other.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('acts on each row once, whichever of two replicas does it', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `deed ${index}`);
    for (const key of keys) await enqueue('org_a', key);
    const acts: string[] = [];
    for (const replica of [one, other])
      work(replica, async (due) => {
        acts.push(due.payload.deed);
        return makeEffect(replica, due);
      });
    await isEmpty();
    expect(acts.toSorted()).to.deep.equal(keys.toSorted());
    expect(await deeds()).to.deep.equal(keys.toSorted());
  });

  it('keeps a row until its time has come, and acts on all whose time passed while nobody was there', async () => {
    for (const day of [1, 2, 3, 9]) await enqueue('org_a', `day ${day}`, inDays(day));
    expect(await one.queue.claim()).to.equal(null);
    pass(3 * DAY_MS);
    work(one);
    await eventually('three are done', async () => (await deeds()).length === 3);
    expect(await deeds()).to.deep.equal(['day 1', 'day 2', 'day 3']);
    expect(await rowsLeft()).to.equal(1);
    pass(6 * DAY_MS);
    await isEmpty();
  });

  it('gives every organisation its turn, however many rows another one has', async () => {
    for (let index = 0; index < 20; index += 1) await enqueue('org_many', `many ${index}`);
    await enqueue('org_few', 'few');
    await enqueue('org_rare', 'rare');
    const first = [await takeClaim(one), await takeClaim(one), await takeClaim(one), await takeClaim(one)];
    expect(first.map(({ orgId }) => orgId)).to.have.members(['org_few', 'org_many', 'org_many', 'org_rare']);
  });

  it('has the row of a holder that was killed done by another, once its lease has run out', async () => {
    await enqueue('org_a', 'killed');
    const env = { REPLICA_URI: environment.mongodbUri, REPLICA_DATABASE: database, REPLICA_NOW: now.toISOString() };
    const holder = fork(PROGRAM, { env: { ...process.env, ...env } });
    const exited = new Promise((resolve) => holder.once('exit', resolve));
    expect(await new Promise((resolve) => holder.once('message', resolve))).to.equal('killed');
    holder.kill('SIGKILL');
    await exited;
    work(one);
    expect(await other.queue.claim()).to.equal(null);
    pass(LEASE_MS);
    await isEmpty();
    expect(await deeds()).to.deep.equal(['killed']);
  });

  it('refuses the effect of a holder whose row another has claimed, and tells it to stop', async () => {
    await enqueue('org_a', 'late');
    const late = await takeClaim(one);
    pass(LEASE_MS);
    const present = await takeClaim(other);
    expect(await one.queue.renew(late)).to.equal(false);
    expect(await catchFailure(one.unitOfWork.commit([one.queue.done(late)], []))).to.be.instanceOf(VersionConflict);
    await one.queue.release(late, now);
    expect(await one.queue.claim()).to.equal(null);
    await other.unitOfWork.commit([other.queue.done(present)], []);
    expect(await rowsLeft()).to.equal(0);
  });

  it('renews a claim for as long as the work takes', async () => {
    await enqueue('org_a', 'long');
    const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    work(one, async (due, signal) => {
      started.resolve();
      await finish.promise;
      signal.throwIfAborted();
      return makeEffect(one, due);
    });
    await started.promise;
    for (let third = 0; third < 6; third += 1) {
      pass(LEASE_MS / 3);
      const end = new Date(now.getTime() + LEASE_MS);
      await eventually('it is renewed', () => one.rows.findOne({ _id: 'org_a/long', next_at: end }));
      expect(await other.queue.claim()).to.equal(null);
    }
    finish.resolve();
    await isEmpty();
    expect(await deeds()).to.deep.equal(['long']);
  });

  it('lets a row that takes long keep no other waiting', async () => {
    await enqueue('org_a', 'slow');
    const started = Promise.withResolvers<void>();
    work(one, async (due, signal) => {
      if (due.payload.deed !== 'slow') return makeEffect(one, due);
      started.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await started.promise;
    await enqueue('org_a', 'quick');
    await eventually('the quick one is done', async () => (await deeds()).includes('quick'));
  });

  it('puts a row that fails off, longer each time, and does it in the end', async () => {
    await enqueue('org_a', 'shaky');
    const attempts: number[] = [];
    work(one, async (due) => {
      attempts.push(due.attempts);
      if (due.attempts < 3) throw new Error('not yet');
      return makeEffect(one, due);
    });
    const nextAt = async () => (await one.rows.findOne({ _id: 'org_a/shaky' }))?.next_at.getTime();
    for (const pause of [1_000, 2_000]) {
      await eventually('it is put off', async () => (await nextAt()) === now.getTime() + pause);
      pass(pause);
    }
    await isEmpty();
    expect(attempts).to.deep.equal([1, 2, 3]);
  });

  it('keeps a row that is to be acted on again, in the same commit as its effect so far', async () => {
    await enqueue('org_a', 'twice');
    work(one, async (due) => {
      const payload = { deed: `${due.payload.deed} ${due.attempts}` };
      const effect = makeEffect(one, { ...due, payload });
      return due.attempts === 1 ? { ...effect, again: inDays(1) } : effect;
    });
    await eventually('the first is done', async () => (await deeds()).length === 1);
    pass(DAY_MS);
    await isEmpty();
    expect(await deeds()).to.deep.equal(['twice 1', 'twice 2']);
  });

  it('has one row for a key: a later one takes its place, a cancelled one is gone', async () => {
    await enqueue('org_a', 'key', inDays(1));
    await enqueue('org_a', 'key', inDays(5));
    expect(await rowsLeft()).to.equal(1);
    pass(DAY_MS);
    expect(await one.queue.claim()).to.equal(null);
    await cancel('key');
    expect(await rowsLeft()).to.equal(0);
    expect(await one.queue.cancel('org_a', 'key')).to.deep.equal([]);
  });

  const CHANGES: [what: string, change: (key: string) => Promise<unknown>][] = [
    ['replaced', (key) => enqueue('org_a', key)],
    ['cancelled', (key) => cancel(key)],
    ['cancelled and enqueued again', (key) => cancel(key).then(() => enqueue('org_a', key))],
  ];
  for (const [what, change] of CHANGES)
    it(`refuses the effect of a row that was ${what} while it was acted on`, async () => {
      await enqueue('org_a', 'changed');
      const claimed = await takeClaim(one);
      await change('changed');
      const refused = await catchFailure(one.unitOfWork.commit([one.queue.done(claimed)], []));
      expect(refused).to.be.instanceOf(VersionConflict);
      expect(await one.queue.renew(claimed)).to.equal(false);
      expect(await rowsLeft()).to.equal(what === 'cancelled' ? 0 : 1);
    });

  it('takes the same key from many at once, as one row', async () => {
    await Promise.all(
      [one, other, one, other].map((replica) =>
        replica.unitOfWork.commit([replica.queue.enqueue('org_a', 'many', { at: now, payload: { deed: 'many' } })], []),
      ),
    );
    expect(await rowsLeft()).to.equal(1);
  });

  it('gives a row back at once when the service stops, within its grace, whatever the work waits for', async () => {
    await enqueue('org_a', 'stopped');
    const started = Promise.withResolvers<void>();
    const worker = work(one, () => {
      started.resolve();
      return new Promise(() => {});
    });
    await started.promise;
    await worker.stop();
    expect((await takeClaim(other)).row._id).to.equal('org_a/stopped');
  });
});
