import { expect } from 'chai';
import { makeBreaker } from '../src/sending/breaker.ts';
import { makeCondition } from '../src/sending/condition.ts';
import { makeInFlight } from '../src/sending/in-flight.ts';
import { makeLatencies } from '../src/sending/latency.ts';
import { LIMITS, makeRequestLimiter, type Release } from '../src/sending/request-limiter.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the requests of a process', () => {
  /** Makes requests, and holds those that were admitted, by organisation. */
  const openLimiter = (limits = LIMITS) => {
    const limiter = makeRequestLimiter(limits);
    const admitted: { orgId: string; release: Release }[] = [];
    const request = async (orgId: string, isFast: boolean, count = 1): Promise<void> => {
      for (let made = 0; made < count; made += 1)
        void limiter.acquire({ orgId, isFast: () => isFast }).then((release) => admitted.push({ orgId, release }));
      await settle();
    };
    const release = async (orgId: string): Promise<void> => {
      const index = admitted.findIndex((one) => one.orgId === orgId);
      for (const one of admitted.splice(index, 1)) one.release();
      await settle();
    };
    const count = (orgId?: string): number =>
      admitted.filter((one) => orgId === undefined || one.orgId === orgId).length;
    return { request, release, count };
  };

  it('are at most 200', async () => {
    const { request, count } = openLimiter();
    for (const orgId of ['org_1', 'org_2', 'org_3']) await request(orgId, true, 90);
    expect(count()).to.equal(200);
  });

  it('are admitted to a fast receiver, however many slow ones hang', async () => {
    const { request, count } = openLimiter();
    for (const orgId of ['org_1', 'org_2', 'org_3']) await request(orgId, false, 90);
    expect(count()).to.equal(150);
    await request('org_4', true);
    expect(count('org_4')).to.equal(1);
  });

  it('are at most 100 of one organisation', async () => {
    const { request, count } = openLimiter();
    await request('org_1', true, 150);
    expect(count()).to.equal(100);
  });

  it('are admitted from the organisation with the fewest, and there in their order', async () => {
    const { request, release, count } = openLimiter({ total: 3, slow: 3, organisation: 3 });
    await request('org_1', true, 9);
    await request('org_2', true, 9);
    expect([count('org_1'), count('org_2')]).to.deep.equal([3, 0]);
    await release('org_1');
    expect([count('org_1'), count('org_2')]).to.deep.equal([2, 1]);
    await release('org_1');
    expect([count('org_1'), count('org_2')], 'both had one: the oldest request').to.deep.equal([2, 1]);
    await release('org_2');
    expect([count('org_1'), count('org_2')]).to.deep.equal([2, 1]);
  });

  it('are admitted as fast where the receiver has become fast while it waited', async () => {
    const limiter = makeRequestLimiter({ total: 3, slow: 1, organisation: 3 });
    let isFast = false;
    const requester = { orgId: 'org_1', isFast: () => isFast };
    await limiter.acquire({ orgId: 'org_1', isFast: () => false });
    const other = await limiter.acquire({ orgId: 'org_1', isFast: () => true });
    let hasStarted = false;
    void limiter.acquire(requester).then(() => (hasStarted = true));
    await settle();
    expect(hasStarted).to.equal(false);
    isFast = true;
    other();
    await settle();
    expect(hasStarted).to.equal(true);
  });
});

describe('a receiver', () => {
  it('is fast when its latest answer came within a second', () => {
    const latencies = makeLatencies();
    expect(latencies.isFast('wh_1')).to.equal(false);
    latencies.record('wh_1', 12);
    expect(latencies.isFast('wh_1')).to.equal(true);
    latencies.record('wh_1', 1_000);
    expect(latencies.isFast('wh_1')).to.equal(false);
  });

  for (const [what, isFast, probing, most] of [
    ['gets four requests at a time when it is fast', true, false, 4],
    ['gets two when it was slow lately or is unknown', false, false, 2],
    ['gets one while it is probed', true, true, 1],
  ] as const)
    it(what, async () => {
      const latencies = makeLatencies();
      if (isFast) latencies.record('wh_1', 12);
      const cancel = new AbortController();
      const queue = {
        orgId: 'org_1',
        webhookId: 'wh_1',
        changed: makeCondition(),
        cancel: cancel.signal,
        breaker: makeBreaker({ probing, tally: [] }),
      };
      const send = () => new Promise(() => {});
      const inFlight = makeInFlight(queue, { limiter: makeRequestLimiter(), latencies, send } as never);
      let started = 0;
      const next = async (): Promise<void> => {
        const release = await inFlight.acquire(() => false);
        started += 1;
        inFlight.start({ id: `dlv_${started}` } as never, { webhook: {}, keys: [] } as never, release);
        await next();
      };
      void next();
      await settle();
      expect(started).to.equal(most);
    });
});
