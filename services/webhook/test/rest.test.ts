import { expect } from 'chai';
import { type LaneParts, startLane } from '../src/sending/lane.ts';
import { makePace } from '../src/sending/pace.ts';
import { makeSlots } from '../src/sending/slots.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const HOLD = { webhookId: 'whk_1', orgId: 'org_1', token: 1, receiver: 0, dueAt: NOW, probing: false, tally: [] };
const LOST = new Error('The database is away.');

const never = async (): Promise<never> => {
  throw new Error('Nothing of this is expected.');
};

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Parts of a lane whose process is lost as soon as it has said that the lane rests. */
const partsUntilRest = (said: Date[]): LaneParts => ({
  webhooks: { find: async () => ({ id: 'whk_1', org_id: 'org_1', status: 'active' }) as never },
  queue: {
    due: async () => [],
    nextAt: async () => (said.length === 0 ? null : Promise.reject(LOST)),
    skipAll: never,
    record: never,
  },
  lanes: {
    rest: async (_hold, dueAt) => Boolean(said.push(dueAt)),
    release: never,
    open: never,
    retire: never,
  },
  bodies: { get: never },
  secrets: { keysOf: () => [] },
  send: never,
  recorder: { record: never, stop: never },
  disable: never,
  slots: makeSlots(),
  pace: makePace(),
  rules: { delaysSeconds: [], random: () => 0.5 },
  clock: () => NOW,
  log: log as never,
});

describe('a lane that comes to rest', () => {
  it('is looked at again soon when its process dies then: what came just before was not announced', async () => {
    const said: Date[] = [];
    const signals = { end: new AbortController().signal, cut: new AbortController().signal };
    const error = await startLane(HOLD, partsUntilRest(said), signals).ended.catch((reason: unknown) => reason);
    expect(error).to.equal(LOST);
    expect(said.map((dueAt) => dueAt.getTime() - NOW.getTime())).to.deep.equal([10_000]);
  });
});

describe('a lane that is never without work', () => {
  /** Parts of a lane that finds, every six seconds, one delivery that has been due for a second. */
  const busyParts = (said: Date[], end: AbortController): LaneParts => {
    const clock = { ms: NOW.getTime() };
    let found = 0;
    const due = async () => {
      clock.ms += 6_000;
      found += 1;
      if (found > 6) end.abort();
      return [{ id: `dlv_${found}`, message_id: 'msg_1', attempts: 0, next_attempt_at: new Date(clock.ms - 1_000) }];
    };
    const parts = partsUntilRest(said);
    return {
      ...parts,
      queue: { ...parts.queue, due: due as never },
      bodies: { get: async () => new Map([['msg_1', { body: '{}' }]]) },
      send: async () => ({
        ...{ at: NOW, durationMs: 1, url: 'https://hooks.example.com/', error: null },
        answer: { status: 204, body: '', retryAfter: null },
      }),
      recorder: { record: async () => {}, stop: never },
      clock: () => new Date(clock.ms),
    };
  };

  it('says how long what it sends has been due, and not for how long it has had work', async () => {
    const said: Date[] = [];
    const end = new AbortController();
    const signals = { end: end.signal, cut: new AbortController().signal };
    expect(await startLane(HOLD, busyParts(said, end), signals).ended).to.equal('held');
    expect(said.map((dueAt) => dueAt.getTime() - NOW.getTime())).to.deep.equal([11_000, 23_000, 35_000]);
  });

  it('says of what waited while nothing could be sent how long something could be', async () => {
    const said: Date[] = [];
    const end = new AbortController();
    const signals = { end: end.signal, cut: new AbortController().signal };
    const dueAt = new Date(NOW.getTime() + 30_000);
    await startLane({ ...HOLD, dueAt }, busyParts(said, end), signals).ended;
    expect(said.map((each) => each.getTime() - NOW.getTime())).to.deep.equal([30_000, 30_000, 35_000]);
  });
});
