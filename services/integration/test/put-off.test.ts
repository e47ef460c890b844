import { expect } from 'chai';
import type { ErrorHandling } from '../src/connection/connection.ts';
import { putOff, type Sync } from '../src/sync/sync.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const HALF = 0.5;

const rule = (given: Partial<ErrorHandling> = {}): ErrorHandling => ({
  max_retries: 3,
  retry_delay_seconds: 30,
  exponential_backoff: true,
  skip_on_validation_error: true,
  ...given,
});

type Given = { isLimit?: boolean; requestedMs?: number; rule?: ErrorHandling; random?: number };

/** A synchronisation that was put off so often, once more: how often by then, and for how many seconds. */
const after = (retries: number, given: Given = {}): [number, number] | null => {
  const { isLimit = false, requestedMs = null, random = HALF } = given;
  const sync = { retries, version: 1, next_at: NOW } as Sync;
  const put = putOff(sync, { isLimit, requestedMs }, { rule: given.rule ?? rule(), now: NOW, random });
  return put && [put.retries, ((put.next_at?.getTime() ?? 0) - NOW.getTime()) / 1_000];
};

describe('a synchronisation that is put off', () => {
  it('waits for the delay of its connection, twice as long each time', () => {
    expect([0, 1, 2].map((retries) => after(retries))).to.deep.equal([
      [1, 30],
      [2, 60],
      [3, 120],
    ]);
  });

  it('waits as long each time where the connection has no exponential backoff', () => {
    const even = rule({ exponential_backoff: false });
    expect([0, 1, 2].map((retries) => after(retries, { rule: even })?.[1])).to.deep.equal([30, 30, 30]);
  });

  it('waits a fifth longer or shorter by chance, so that many do not come back together', () => {
    expect(after(0, { random: 0 })?.[1]).to.equal(24);
    expect(after(0, { random: 1 })?.[1]).to.be.closeTo(36, 0.001);
  });

  it('is not put off where its tries are used up', () => {
    expect(after(3)).to.equal(null);
    expect(after(0, { rule: rule({ max_retries: 0 }) })).to.equal(null);
  });

  it('never waits for longer than an hour, jitter aside', () => {
    expect(after(9, { rule: rule({ max_retries: 10, retry_delay_seconds: 3_600 }) })?.[1]).to.equal(3_600);
  });

  it('waits for the Retry-After of a rate limit, which is not a retry', () => {
    expect(after(3, { isLimit: true, requestedMs: 90_000 })).to.deep.equal([3, 90]);
  });

  it('waits for the delay of its connection after a rate limit that says nothing', () => {
    expect(after(3, { isLimit: true })).to.deep.equal([3, 30]);
  });

  it('waits at least for the Retry-After of a trouble, which is a retry', () => {
    expect(after(0, { requestedMs: 90_000 })).to.deep.equal([1, 90]);
    expect(after(2, { requestedMs: 90_000 })).to.deep.equal([3, 120]);
    expect(after(3, { requestedMs: 90_000 })).to.equal(null);
  });
});
