import { dropDatabases, eventually, startTcpProxy, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { insert, VersionConflict } from '../src/mongo/change.ts';
import type { Lease } from '../src/schedule/lease.ts';
import { makeSoleWorker } from '../src/schedule/sole-worker.ts';
import { LEASE_MS, openReplica, type Replica } from './replica.ts';

const HOUR_MS = 3_600_000;

describe('work that one replica does', () => {
  const environment = testEnvironment();
  const database = `${environment.prefix}lease`;
  let now = new Date('2026-03-01T00:00:00Z');
  let one: Replica;
  let other: Replica;
  let name = '';
  let count = 0;

  const clock = () => now;
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const held = async (replica: Replica): Promise<Lease> => {
    const lease = await replica.leases.acquire(name);
    if (!lease) throw new Error('the lease is another’s');
    return lease;
  };
  const commit = (replica: Replica, lease: Pick<Lease, 'fence'>, _id: string) =>
    replica.unitOfWork.commit([insert(replica.deeds, { _id, org_id: name, by: '', version: 1 }), lease.fence()], []);
  const deeds = async () => (await other.deeds.find({ org_id: name })).map(({ _id }) => _id);
  const catchFailure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

  before(async () => {
    one = await openReplica(environment.mongodbUri, database, clock);
    other = await openReplica(environment.mongodbUri, database, clock);
  });
  beforeEach(() => {
    count += 1;
    name = `work ${count}`;
  });
  after(async () => {
    await one.close();
    await other.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  it('is one’s of those that ask at the same time', async () => {
    const requested = await Promise.all([one, other, one, other].map((replica) => replica.leases.acquire(name)));
    const got = requested.filter((lease) => lease !== null);
    expect(got).to.have.length(1);
    await got[0]?.release();
  });

  it('stays with a holder that renews it, and goes on at once when that gives it back', async () => {
    const lease = await held(one);
    const rowEnd = async () =>
      (await one.connection.collection('lease').findOne({ _id: name as never }))?.expires_at as Date;
    for (let third = 0; third < 6; third += 1) {
      pass(LEASE_MS / 3);
      const end = now.getTime() + LEASE_MS;
      await eventually('it is renewed', async () => (await rowEnd()).getTime() === end);
      expect(await other.leases.acquire(name)).to.equal(null);
    }
    expect(lease.signal.aborted).to.equal(false);
    await lease.release();
    const next = await held(other);
    expect(next.token).to.equal(lease.token + 1);
    await next.release();
  });

  it('fires the signal of a holder whose time is over', async () => {
    const lease = await held(one);
    pass(LEASE_MS);
    await eventually('the signal fires', () => lease.signal.aborted);
  });

  it('runs out by when it was asked for, however late the answer came', async () => {
    const asking = one.leases.acquire(name);
    pass(LEASE_MS);
    const lease = await asking;
    await eventually('the signal fires', () => lease?.signal.aborted);
  });

  it('refuses the write of a holder before, whatever that believes, and takes those of the present one', async () => {
    const old = await held(one);
    await commit(one, old, `${name} first`);
    await old.release();
    expect(await catchFailure(commit(one, old, `${name} given back`))).to.be.instanceOf(VersionConflict);
    const present = await held(other);
    expect(await catchFailure(commit(one, old, `${name} late`))).to.be.instanceOf(VersionConflict);
    await commit(other, present, `${name} second`);
    expect(await deeds()).to.have.members([`${name} first`, `${name} second`]);
    await present.release();
  });

  it('fires the signal of a holder that is cut off, and the other goes on', async () => {
    const { hostname, port } = new URL(environment.mongodbUri);
    const wire = await startTcpProxy({ host: hostname, port: Number(port) });
    const uri = `mongodb://127.0.0.1:${wire.port}/?directConnection=true`;
    const cutOff = await openReplica(uri, database, clock);
    const lease = await held(cutOff);
    wire.silence();
    pass(HOUR_MS);
    await eventually('the signal fires', () => lease.signal.aborted);
    const next = await held(other);
    wire.restore();
    await cutOff.close();
    await wire.close();
    await next.release();
  });

  it('goes on in the other replica when the first stops, pass after pass in one of them', async () => {
    const passes: string[] = [];
    const makeWorker = (replica: Replica, by: string) =>
      makeSoleWorker({
        name,
        leases: replica.leases,
        everyMs: 5,
        log: replica.log,
        work: async (lease) => {
          await commit(replica, lease, `${name} ${by} ${passes.length}`);
          passes.push(by);
        },
      });
    const { signal } = new AbortController();
    const [first, second] = [makeWorker(one, 'one'), makeWorker(other, 'other')];
    first.start(signal);
    await eventually('the first works', () => passes.length > 2);
    second.start(signal);
    second.wake();
    await eventually('the first works on', () => passes.length > 6);
    expect(passes).not.to.include('other');
    await first.stop();
    await eventually('the second works', () => passes.includes('other'));
    await second.stop();
    expect(passes.lastIndexOf('one')).to.be.lessThan(passes.indexOf('other'));
  });

  it('ends the pass that runs by its signal when the service stops', async () => {
    const started = Promise.withResolvers<void>();
    const worker = makeSoleWorker({
      name,
      leases: one.leases,
      everyMs: HOUR_MS,
      log: one.log,
      work: (_lease, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          started.resolve();
        }),
    });
    worker.start(new AbortController().signal);
    await started.promise;
    await worker.stop();
    await (await held(other)).release();
  });
});
