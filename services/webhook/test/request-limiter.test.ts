import { expect } from 'chai';
import { makeBreaker } from '../src/sending/breaker.ts';
import { makeCondition } from '../src/sending/condition.ts';
import { makeInFlight } from '../src/sending/in-flight.ts';
import { type LatencyClass, makeLatencies } from '../src/sending/latency.ts';
import { makeRequestLimiter, type Release, type Requester } from '../src/sending/request-limiter.ts';
import { receivers, simulate } from './limiter-simulation.ts';

const LIMITS = { slow: 2, unknown: 4, fast: 6 };

describe('the requests of a process', () => {
  /** A receiver of an organisation of its own. */
  const requesters = (latency: LatencyClass, count: number): Requester[] =>
    receivers(count, 0).map((one) => ({ ...one, latency: () => latency }));

  /** Makes requests, and counts those that were admitted. */
  const openLimiter = () => {
    const limiter = makeRequestLimiter(() => 0, LIMITS);
    const admitted: { latency: LatencyClass; release: Release }[] = [];
    const request = async (latency: LatencyClass, count = 1): Promise<void> => {
      for (const requester of requesters(latency, count))
        void limiter.acquire(requester).then((release) => admitted.push({ latency, release }));
      await settle();
    };
    const release = async (latency: LatencyClass): Promise<void> => {
      const index = admitted.findIndex((one) => one.latency === latency);
      const [one] = admitted.splice(index, 1);
      one?.release();
      await settle();
    };
    const count = (latency: LatencyClass): number => admitted.filter((one) => one.latency === latency).length;
    return { request, release, counts: () => [count('slow'), count('unknown'), count('fast')] };
  };

  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('are admitted for unknown and for fast receivers, however many slow ones wait', async () => {
    const { request, counts } = openLimiter();
    await request('slow', 9);
    expect(counts()).to.deep.equal([2, 0, 0]);
    await request('unknown', 9);
    expect(counts()).to.deep.equal([2, 2, 0]);
    await request('fast', 9);
    expect(counts()).to.deep.equal([2, 2, 2]);
  });

  it('are limited in total', async () => {
    const { request, counts } = openLimiter();
    await request('fast', 5);
    await request('unknown', 2);
    await request('slow', 2);
    expect(counts()).to.deep.equal([0, 1, 5]);
  });

  it('are admitted from each latency class in turn', async () => {
    const { request, release, counts } = openLimiter();
    await request('fast', 6);
    for (const latency of ['slow', 'unknown', 'fast'] as const) await request(latency, 9);
    const seen = [];
    for (let count = 0; count < 4; count += 1) {
      await release('fast');
      seen.push(counts());
    }
    expect(seen).to.deep.equal([
      [1, 0, 5],
      [1, 1, 4],
      [1, 1, 4],
      [2, 1, 3],
    ]);
  });

  it('reserve 50 of 200 for unknown receivers and 50 for fast ones', async () => {
    const limiter = makeRequestLimiter();
    const counts: number[] = [];
    for (const latency of ['slow', 'unknown', 'fast'] as const) {
      let admitted = 0;
      for (const requester of requesters(latency, 300)) void limiter.acquire(requester).then(() => (admitted += 1));
      await settle();
      counts.push(admitted);
    }
    expect(counts).to.deep.equal([100, 50, 50]);
  });

  it('are admitted, within a class, from the organisation and there from the receiver with the lowest cost', async () => {
    const clock = { ms: 0 };
    const limiter = makeRequestLimiter(() => clock.ms, { slow: 1, unknown: 1, fast: 1 });
    const served: string[] = [];
    const request = async (orgId: string, webhookId: string, forMs: number): Promise<void> => {
      const release = await limiter.acquire({ orgId, webhookId, latency: () => 'slow' });
      served.push(webhookId);
      clock.ms += forMs;
      release();
    };
    await request('org_1', 'long', 9_000);
    await request('org_1', 'short', 2_000);
    await request('org_2', 'other', 9_000);
    const release = await limiter.acquire({ orgId: 'org_3', webhookId: 'last', latency: () => 'slow' });
    const waiting = [request('org_1', 'long', 1), request('org_1', 'short', 1), request('org_2', 'other', 1)];
    release();
    await Promise.all(waiting);
    expect(served.slice(3)).to.deep.equal(['other', 'short', 'long']);
  });

  it('are admitted as fast for a receiver that was queued as unknown and answers fast', async () => {
    const limiter = makeRequestLimiter(() => 0, LIMITS);
    let latency: LatencyClass = 'unknown';
    const requester = { orgId: 'org_1', webhookId: 'wh_1', latency: () => latency };
    const release = await limiter.acquire(requester);
    for (const one of requesters('unknown', 12)) void limiter.acquire(one);
    let hasStarted = false;
    void limiter.acquire(requester).then(() => (hasStarted = true));
    await settle();
    expect(hasStarted).to.equal(false);
    latency = 'fast';
    release();
    await settle();
    expect(hasStarted).to.equal(true);
  });

  for (const [what, slow] of [
    ['38 receivers', receivers(38, 0)],
    ['an organisation with 100', receivers(100, 0, 'org_of_100')],
  ] as const)
    it(`are not all used by ${what} that are unknown: a later one is admitted`, async () => {
      const limiter = makeRequestLimiter(() => 0);
      for (let count = 0; count < 4; count += 1)
        for (const one of slow) void limiter.acquire({ ...one, latency: () => 'unknown' });
      await settle();
      const [later] = requesters('unknown', 1);
      let hasStarted = false;
      if (later) void limiter.acquire(later).then(() => (hasStarted = true));
      await settle();
      expect(hasStarted).to.equal(true);
    });
});

describe('receivers that share the requests of a process for two minutes', () => {
  const FOR_MS = 120_000;
  const SLOW_MS = 14_000;

  for (const [whose, orgId] of [
    ['each of an organisation of its own', undefined],
    ['all of one organisation', 'org_1'],
  ] as const)
    it(`are served by the duration of their requests: one of 1.2 s beside 100 of 14 s, ${whose}`, async () => {
      const quick = receivers(1, 1_200, orgId);
      const slow = receivers(100, SLOW_MS, orgId);
      const alone = await simulate(quick, FOR_MS);
      const beside = await simulate([...slow, ...quick], FOR_MS);
      const [id = ''] = quick.map(({ webhookId }) => webhookId);
      expect(beside.get(id)).to.be.at.least((alone.get(id) ?? Infinity) / 3);
      for (const { webhookId } of slow) expect(beside.get(webhookId)).to.be.at.least(7);
    });

  it('are not delayed by an organisation with 100 slow ones', async () => {
    for (const answersAfterMs of [1_200, SLOW_MS]) {
      const other = receivers(1, answersAfterMs);
      const alone = await simulate(other, FOR_MS);
      const beside = await simulate([...receivers(100, SLOW_MS, 'org_1'), ...other], FOR_MS);
      const [id = ''] = other.map(({ webhookId }) => webhookId);
      expect(beside.get(id)).to.be.at.least((alone.get(id) ?? Infinity) / 2);
    }
  });

  it('are served beside quicker ones', async () => {
    const slow = receivers(20, SLOW_MS);
    const answers = await simulate([...receivers(100, 1_200), ...slow], FOR_MS);
    for (const { webhookId } of slow) expect(answers.get(webhookId)).to.be.at.least(3);
  });
});

describe('the latency class of a receiver', () => {
  it('is that of its latest answer, and unknown before', () => {
    const latencies = makeLatencies();
    expect(latencies.get('wh_1')).to.equal('unknown');
    latencies.record('wh_1', 12);
    expect(latencies.get('wh_1')).to.equal('fast');
    latencies.record('wh_1', 1_000);
    expect(latencies.get('wh_1')).to.equal('slow');
    expect(latencies.get('wh_2')).to.equal('unknown');
  });
});

describe('a receiver that this process has not tried yet', () => {
  /** The class of its first request, and of the next one after a fast answer. */
  const readClasses = async (known: Parameters<typeof makeBreaker>[0]): Promise<LatencyClass[]> => {
    const classes: LatencyClass[] = [];
    const latencies = makeLatencies();
    const limiter = {
      async acquire({ latency }: Requester) {
        classes.push(latency());
        return () => {};
      },
    };
    const queue = {
      orgId: 'org_1',
      webhookId: 'wh_1',
      breaker: makeBreaker(known),
      changed: makeCondition(),
      cancel: new AbortController().signal,
    };
    const inFlight = makeInFlight(queue, { limiter, latencies } as never);
    await inFlight.acquire(() => false);
    latencies.record('wh_1', 12);
    await inFlight.acquire(() => false);
    return classes;
  };
  const bucket = (failures: number) => ({ from: 0, attempts: 4, failures });

  for (const [what, probing, tally, latency] of [
    ['of which nothing is known, is unknown', false, [], 'unknown'],
    ['of which some attempts have failed lately, is unknown', false, [bucket(4), bucket(3)], 'unknown'],
    ['of which every attempt has failed lately, is slow until it answers', false, [bucket(4), bucket(4)], 'slow'],
    ['whose breaker was open, is slow until it answers', true, [], 'slow'],
  ] as const)
    it(what, async () => {
      expect(await readClasses({ probing, tally })).to.deep.equal([latency, 'fast']);
    });
});
