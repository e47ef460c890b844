import { expect } from 'chai';
import { type LaneParts, startLane } from '../src/sending/lane.ts';
import { makePace } from '../src/sending/pace.ts';
import { makeSlots } from '../src/sending/slots.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const HOLD = { webhookId: 'whk_1', orgId: 'org_1', token: 1, receiver: 0, probing: false, tally: [] };
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
