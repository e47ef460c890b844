import { expect } from 'chai';
import { makeBreaker } from '../src/sending/breaker.ts';
import { makeHand } from '../src/sending/hand.ts';
import { makePace, type Speed } from '../src/sending/pace.ts';
import { makeSlots, type Release } from '../src/sending/slots.ts';
import { makeTurn } from '../src/sending/turn.ts';

const LIMITS = { slow: 2, unknown: 4, fast: 6 };

describe('the requests of a process', () => {
  /** Asks for places, and tells which were given. */
  const openSlots = (limits = LIMITS) => {
    const slots = makeSlots(limits);
    const given: { speed: Speed; release: Release }[] = [];
    const ask = async (speed: Speed, count = 1): Promise<void> => {
      for (let asked = 0; asked < count; asked += 1)
        void slots.take(speed).then((release) => given.push({ speed, release }));
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
      for (let asked = 0; asked < 300; asked += 1) void slots.take(speed).then(() => (given += 1));
      await settle();
      counts.push(given);
    }
    expect(counts).to.deep.equal([100, 50, 50]);
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
      async take(speed: Speed) {
        asked.push(speed);
        return () => {};
      },
    };
    const lane = {
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
