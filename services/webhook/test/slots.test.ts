import { expect } from 'chai';
import { makeBreaker } from '../src/sending/breaker.ts';
import { makeHand } from '../src/sending/hand.ts';
import { makePace, type Speed } from '../src/sending/pace.ts';
import { type Asker, makeSlots, type Release } from '../src/sending/slots.ts';
import { makeTurn } from '../src/sending/turn.ts';
import { receivers, simulate } from './slots-simulation.ts';

const LIMITS = { slow: 2, unknown: 4, fast: 6 };

describe('the requests of a process', () => {
  /** A receiver of an organisation of its own. */
  const askers = (speed: Speed, count: number): Asker[] =>
    receivers(count, 0).map((one) => ({ ...one, speed: () => speed }));

  /** Asks for places, and tells which were given. */
  const openSlots = () => {
    const slots = makeSlots(() => 0, LIMITS);
    const given: { speed: Speed; release: Release }[] = [];
    const ask = async (speed: Speed, count = 1): Promise<void> => {
      for (const asker of askers(speed, count))
        void slots.take(asker).then((release) => given.push({ speed, release }));
      await settle();
    };
    const giveBack = async (speed: Speed): Promise<void> => {
      const index = given.findIndex((one) => one.speed === speed);
      const [one] = given.splice(index, 1);
      one?.release();
      await settle();
    };
    const count = (speed: Speed): number => given.filter((one) => one.speed === speed).length;
    return { ask, giveBack, counts: () => [count('slow'), count('unknown'), count('fast')] };
  };

  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('have a place for a receiver that is not known yet, and for a fast one, however many slow ones ask', async () => {
    const { ask, counts } = openSlots();
    await ask('slow', 9);
    expect(counts()).to.deep.equal([2, 0, 0]);
    await ask('unknown', 9);
    expect(counts()).to.deep.equal([2, 2, 0]);
    await ask('fast', 9);
    expect(counts()).to.deep.equal([2, 2, 2]);
  });

  it('are no more than all of them together, whoever asks first', async () => {
    const { ask, counts } = openSlots();
    await ask('fast', 5);
    await ask('unknown', 2);
    await ask('slow', 2);
    expect(counts()).to.deep.equal([0, 1, 5]);
  });

  it('go to those who wait in turn, one speed after the other', async () => {
    const { ask, giveBack, counts } = openSlots();
    await ask('fast', 6);
    for (const speed of ['slow', 'unknown', 'fast'] as const) await ask(speed, 9);
    const seen = [];
    for (let round = 0; round < 4; round += 1) {
      await giveBack('fast');
      seen.push(counts());
    }
    expect(seen).to.deep.equal([
      [1, 0, 5],
      [1, 1, 4],
      [1, 1, 4],
      [2, 1, 3],
    ]);
  });

  it('keep 50 of 200 for the unknown and 50 for the fast', async () => {
    const slots = makeSlots();
    const counts: number[] = [];
    for (const speed of ['slow', 'unknown', 'fast'] as const) {
      let given = 0;
      for (const asker of askers(speed, 300)) void slots.take(asker).then(() => (given += 1));
      await settle();
      counts.push(given);
    }
    expect(counts).to.deep.equal([100, 50, 50]);
  });

  it('go, of those that wait at one speed, to the organisation and there to the receiver that has had least of them', async () => {
    const clock = { ms: 0 };
    const slots = makeSlots(() => clock.ms, { slow: 1, unknown: 1, fast: 1 });
    const served: string[] = [];
    const ask = async (orgId: string, webhookId: string, forMs: number): Promise<void> => {
      const release = await slots.take({ orgId, webhookId, speed: () => 'slow' });
      served.push(webhookId);
      clock.ms += forMs;
      release();
    };
    await ask('org_1', 'long', 9_000);
    await ask('org_1', 'short', 2_000);
    await ask('org_2', 'other', 9_000);
    const release = await slots.take({ orgId: 'org_3', webhookId: 'last', speed: () => 'slow' });
    const waiting = [ask('org_1', 'long', 1), ask('org_1', 'short', 1), ask('org_2', 'other', 1)];
    release();
    await Promise.all(waiting);
    expect(served.slice(3)).to.deep.equal(['other', 'short', 'long']);
  });

  it('go to a receiver that waits as unknown, of those for fast ones, once it is known to be fast', async () => {
    const slots = makeSlots(() => 0, LIMITS);
    let speed: Speed = 'unknown';
    const asker = { orgId: 'org_1', webhookId: 'wh_1', speed: () => speed };
    const release = await slots.take(asker);
    for (const one of askers('unknown', 12)) void slots.take(one);
    let hasPlace = false;
    void slots.take(asker).then(() => (hasPlace = true));
    await settle();
    expect(hasPlace).to.equal(false);
    speed = 'fast';
    release();
    await settle();
    expect(hasPlace).to.equal(true);
  });

  for (const [what, slow] of [
    ['38 receivers', receivers(38, 0)],
    ['an organisation with 100', receivers(100, 0, 'org_of_100')],
  ] as const)
    it(`are not all taken by ${what} that nobody knows yet: one that comes later finds a place`, async () => {
      const slots = makeSlots(() => 0);
      for (let asked = 0; asked < 4; asked += 1)
        for (const one of slow) void slots.take({ ...one, speed: () => 'unknown' });
      await settle();
      const [later] = askers('unknown', 1);
      let hasPlace = false;
      if (later) void slots.take(later).then(() => (hasPlace = true));
      await settle();
      expect(hasPlace).to.equal(true);
    });
});

describe('receivers that share the requests of a process for two minutes', () => {
  const FOR_MS = 120_000;
  const SLOW_MS = 14_000;

  for (const [whose, orgId] of [
    ['each of an organisation of its own', undefined],
    ['all of one organisation', 'org_1'],
  ] as const)
    it(`are served by how long each holds a place: one of 1.2 s is beside 100 of 14 s, ${whose}`, async () => {
      const quick = receivers(1, 1_200, orgId);
      const slow = receivers(100, SLOW_MS, orgId);
      const alone = await simulate(quick, FOR_MS);
      const beside = await simulate([...slow, ...quick], FOR_MS);
      const [id = ''] = quick.map(({ webhookId }) => webhookId);
      expect(beside.get(id)).to.be.at.least((alone.get(id) ?? Infinity) / 3);
      for (const { webhookId } of slow) expect(beside.get(webhookId)).to.be.at.least(7);
    });

  it('are not held up by an organisation with 100 slow ones', async () => {
    for (const answersAfterMs of [1_200, SLOW_MS]) {
      const other = receivers(1, answersAfterMs);
      const alone = await simulate(other, FOR_MS);
      const beside = await simulate([...receivers(100, SLOW_MS, 'org_1'), ...other], FOR_MS);
      const [id = ''] = other.map(({ webhookId }) => webhookId);
      expect(beside.get(id)).to.be.at.least((alone.get(id) ?? Infinity) / 2);
    }
  });

  it('do not wait for ever for quicker ones', async () => {
    const slow = receivers(20, SLOW_MS);
    const answers = await simulate([...receivers(100, 1_200), ...slow], FOR_MS);
    for (const { webhookId } of slow) expect(answers.get(webhookId)).to.be.at.least(3);
  });
});

describe('the pace of a receiver', () => {
  it('is that of its latest answer, and unknown before', () => {
    const pace = makePace();
    expect(pace.of('wh_1')).to.equal('unknown');
    pace.note('wh_1', 12);
    expect(pace.of('wh_1')).to.equal('fast');
    pace.note('wh_1', 1_000);
    expect(pace.of('wh_1')).to.equal('slow');
    expect(pace.of('wh_2')).to.equal('unknown');
  });
});

describe('a receiver that this process has not tried yet', () => {
  /** At which speed its first request is asked for, and how that is after an answer that came soon. */
  const speedsOf = async (known: Parameters<typeof makeBreaker>[0]): Promise<Speed[]> => {
    const asked: Speed[] = [];
    const pace = makePace();
    const slots = {
      async take({ speed }: Asker) {
        asked.push(speed());
        return () => {};
      },
    };
    const lane = {
      orgId: 'org_1',
      webhookId: 'wh_1',
      breaker: makeBreaker(known),
      turn: makeTurn(),
      cut: new AbortController().signal,
    };
    const hand = makeHand(lane, { slots, pace } as never);
    await hand.place(() => false);
    pace.note('wh_1', 12);
    await hand.place(() => false);
    return asked;
  };
  const bucket = (failures: number) => ({ from: 0, attempts: 4, failures });

  for (const [what, probing, tally, speed] of [
    ['of which nothing is known, is unknown', false, [], 'unknown'],
    ['of which some attempts have failed lately, is unknown', false, [bucket(4), bucket(3)], 'unknown'],
    ['of which every attempt has failed lately, is slow until it answers', false, [bucket(4), bucket(4)], 'slow'],
    ['whose breaker was open, is slow until it answers', true, [], 'slow'],
  ] as const)
    it(what, async () => {
      expect(await speedsOf({ probing, tally })).to.deep.equal([speed, 'fast']);
    });
});
