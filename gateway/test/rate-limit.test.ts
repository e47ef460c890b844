import type { RateFigures } from '@qsc/contracts';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { addressKey } from '../src/rate-limit/budget.ts';
import type { Limiter } from '../src/rate-limit/limiter.ts';
import { makeMemoryLimiter } from '../src/rate-limit/memory-limiter.ts';
import { makeRedisLimiter } from '../src/rate-limit/redis-limiter.ts';
import { makeSharedLimiter } from '../src/rate-limit/shared-limiter.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

const FREE: RateFigures = { requests_per_minute: 60, burst: 10 };
const START = 1_800_000_000_000;

/** At `at` milliseconds, `ask` requests come; `pass` of them may pass, and the last one is told the rest. */
type Step = { at: number; ask: number; pass: number; remaining: number; resetIn?: number; wait?: number };
type Case = { rule: string; figures: RateFigures; steps: Step[] };

const CASES: Case[] = [
  {
    rule: 'lets at most the burst pass in one second',
    figures: FREE,
    steps: [
      { at: 0, ask: 12, pass: 10, remaining: 50, resetIn: 60_000, wait: 1_000 },
      { at: 999, ask: 1, pass: 0, remaining: 50, wait: 1 },
      { at: 1_000, ask: 12, pass: 10, remaining: 40, wait: 1_000 },
    ],
  },
  {
    rule: 'holds the burst over the turn of a second too',
    figures: FREE,
    steps: [
      { at: 900, ask: 10, pass: 10, remaining: 50 },
      { at: 1_100, ask: 5, pass: 0, remaining: 50, wait: 800 },
      { at: 1_900, ask: 5, pass: 5, remaining: 45 },
    ],
  },
  {
    rule: 'gives back what left the rolling minute, one by one',
    figures: { requests_per_minute: 3, burst: 3 },
    steps: [
      { at: 0, ask: 1, pass: 1, remaining: 2, resetIn: 60_000 },
      { at: 20_000, ask: 1, pass: 1, remaining: 1, resetIn: 60_000 },
      { at: 40_000, ask: 2, pass: 1, remaining: 0, resetIn: 60_000, wait: 20_000 },
      { at: 59_999, ask: 1, pass: 0, remaining: 0, resetIn: 40_001, wait: 1 },
      { at: 60_000, ask: 2, pass: 1, remaining: 0, resetIn: 60_000, wait: 20_000 },
      { at: 80_000, ask: 1, pass: 1, remaining: 0, resetIn: 60_000 },
      { at: 140_000, ask: 1, pass: 1, remaining: 2, resetIn: 60_000 },
    ],
  },
  {
    rule: 'does not double at the turn of a minute, as a fixed window would',
    figures: { requests_per_minute: 20, burst: 20 },
    steps: [
      { at: 59_000, ask: 20, pass: 20, remaining: 0 },
      { at: 61_000, ask: 20, pass: 0, remaining: 0, wait: 58_000 },
      { at: 119_000, ask: 20, pass: 20, remaining: 0 },
    ],
  },
  {
    rule: 'does not count what it refuses',
    figures: { requests_per_minute: 5, burst: 2 },
    steps: [
      { at: 0, ask: 50, pass: 2, remaining: 3, wait: 1_000 },
      { at: 1_000, ask: 50, pass: 2, remaining: 1, wait: 1_000 },
      { at: 2_000, ask: 50, pass: 1, remaining: 0, wait: 58_000 },
      { at: 60_000, ask: 50, pass: 2, remaining: 0, wait: 1_000 },
    ],
  },
  {
    rule: 'forgets a clock that goes back',
    figures: { requests_per_minute: 5, burst: 2 },
    steps: [
      { at: 5_000, ask: 2, pass: 2, remaining: 3 },
      { at: 4_000, ask: 1, pass: 0, remaining: 3, wait: 1_000 },
      { at: 6_000, ask: 1, pass: 1, remaining: 2 },
    ],
  },
];

/** Arrivals that a small generator draws, so that both variants see the same ones. */
const drawArrivals = (seed: number, count: number): number[] => {
  let state = seed;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let at = 0;
  return Array.from({ length: count }, () => {
    at += draw() < 0.85 ? Math.floor(draw() * 40) : Math.floor(draw() * 9_000);
    return at;
  });
};

const mostIn = (times: readonly number[], window: number): number => {
  let [most, first] = [0, 0];
  times.forEach((time, index) => {
    while ((times[first] ?? 0) <= time - window) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
};

type Variant = { make: (now: () => number) => Limiter };

const describeVariant = (name: string, variant: Variant, skip: () => boolean) => {
  describe(`rate limit in ${name}`, () => {
    let now = START;
    let limiter: Limiter;
    let keys = 0;

    before(function () {
      if (skip()) return this.skip();
      limiter = variant.make(() => now);
    });

    for (const { rule, figures, steps } of CASES)
      it(rule, async () => {
        keys += 1;
        for (const step of steps) {
          now = START + step.at;
          const decisions = [];
          for (let index = 0; index < step.ask; index += 1)
            decisions.push(await limiter.take(`${name}-${keys}`, figures));
          const last = decisions.at(-1)!;
          expect(
            decisions.filter(({ allowed }) => allowed),
            `passed at ${step.at}`,
          ).to.have.length(step.pass);
          expect(last.remaining, `remaining at ${step.at}`).to.equal(step.remaining);
          expect(last.limit).to.equal(figures.requests_per_minute);
          if (step.wait !== undefined) expect(last.waitMs, `wait at ${step.at}`).to.equal(step.wait);
          if (step.resetIn !== undefined) expect(last.wholeAt - now, `reset at ${step.at}`).to.equal(step.resetIn);
        }
      });

    it('never lets a rolling minute or second go over, and refuses only when one is full', async () => {
      const figures = { requests_per_minute: 100, burst: 15 };
      const passed: number[] = [];
      for (const at of drawArrivals(7, 800)) {
        now = START + 1_000_000 + at;
        const { allowed, waitMs } = await limiter.take(`${name}-random`, figures);
        const inMinute = passed.filter((time) => time > now - 60_000).length;
        const inSecond = passed.filter((time) => time > now - 1_000).length;
        expect(allowed).to.equal(inMinute < 100 && inSecond < 15);
        expect(waitMs > 0).to.equal(!allowed);
        if (allowed) passed.push(now);
      }
      expect(mostIn(passed, 60_000)).to.equal(100);
      expect(mostIn(passed, 1_000)).to.equal(15);
    });

    it('lets the next request pass after exactly the time that it told', async () => {
      now = START + 5_000_000;
      const figures = { requests_per_minute: 4, burst: 2 };
      for (const at of [0, 100, 1_200, 1_300]) {
        now = START + 5_000_000 + at;
        expect((await limiter.take(`${name}-wait`, figures)).allowed).to.equal(true);
      }
      const { waitMs } = await limiter.take(`${name}-wait`, figures);
      now += waitMs - 1;
      expect((await limiter.take(`${name}-wait`, figures)).allowed).to.equal(false);
      now += 1;
      expect((await limiter.take(`${name}-wait`, figures)).allowed).to.equal(true);
    });

    it('follows a tier that changes', async () => {
      now = START + 6_000_000;
      const key = `${name}-tier`;
      for (let index = 0; index < 8; index += 1) await limiter.take(key, FREE);
      const smaller = await limiter.take(key, { requests_per_minute: 5, burst: 100 });
      expect(smaller).to.include({ allowed: false, remaining: 0, waitMs: 60_000 });
      const larger = await limiter.take(key, { requests_per_minute: 300, burst: 50 });
      expect(larger).to.include({ allowed: true, remaining: 291 });
    });

    it('tells without counting when it only looks', async () => {
      now = START + 7_000_000;
      expect(await limiter.peek(`${name}-peek`, FREE)).to.include({ allowed: true, remaining: 60, wholeAt: now });
      await limiter.take(`${name}-peek`, FREE);
      await limiter.peek(`${name}-peek`, FREE);
      expect((await limiter.peek(`${name}-peek`, FREE)).remaining).to.equal(59);
    });

    it('keeps keys apart', async () => {
      now = START + 8_000_000;
      for (let index = 0; index < 10; index += 1) await limiter.take(`${name}-a`, FREE);
      expect((await limiter.take(`${name}-a`, FREE)).allowed).to.equal(false);
      expect((await limiter.take(`${name}-b`, FREE)).allowed).to.equal(true);
    });
  });
};

describe('rate limit', () => {
  let server: RedisServer | null = null;
  let redis: Redis;

  before(async () => {
    server = await startRedisServer();
    if (server) redis = new Redis(server.url);
    redis?.on('error', () => {});
  });

  after(async () => {
    redis?.disconnect();
    await server?.stop();
    server?.remove();
  });

  describeVariant('memory', { make: makeMemoryLimiter }, () => false);
  describeVariant('redis', { make: (now) => makeRedisLimiter(redis, now) }, () => server === null);

  it('counts by the clock of the server where none is passed in', async function () {
    if (!server) return this.skip();
    const limiter = makeRedisLimiter(redis);
    const before = Date.now();
    const { wholeAt, remaining } = await limiter.take('server-clock', FREE);
    expect(remaining).to.equal(59);
    // One machine, two programs: their milliseconds may begin a moment apart.
    expect(wholeAt).to.be.within(before + 60_000 - 2, Date.now() + 60_000 + 2);
  });

  it('is one limit for two replicas that share a server', async function () {
    if (!server) return this.skip();
    let passed = 0;
    const other = redis.duplicate();
    const replicas = [makeRedisLimiter(redis, () => START), makeRedisLimiter(other, () => START)];
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if ((await replicas[index % 2]!.take('replicas', FREE)).allowed) passed += 1;
      }),
    );
    expect(passed).to.equal(10);
    other.disconnect();
  });

  describe('without its server', () => {
    const quiet = { warn: () => {}, info: () => {} };

    it('counts on by itself, with what it had let through before', async () => {
      const now = () => START;
      let isThere = true;
      const shared = makeMemoryLimiter(now);
      const limiter = makeSharedLimiter({ shared, own: makeMemoryLimiter(now), isThere: () => isThere, log: quiet });
      for (let index = 0; index < 6; index += 1) await limiter.take('a', FREE);
      isThere = false;
      const decisions = [];
      for (let index = 0; index < 6; index += 1) decisions.push((await limiter.take('a', FREE)).allowed);
      expect(decisions).to.deep.equal([true, true, true, true, false, false]);
    });

    it('never throws when the server fails, and says so once', async () => {
      const warned: string[] = [];
      const broken = () => Promise.reject(new Error('connection lost'));
      const limiter = makeSharedLimiter({
        shared: { take: broken, peek: broken },
        own: makeMemoryLimiter(() => START),
        isThere: () => true,
        log: { ...quiet, warn: (message: string) => warned.push(message) },
      });
      for (let index = 0; index < 5; index += 1) expect((await limiter.take('a', FREE)).remaining).to.equal(59 - index);
      expect(warned).to.have.length(1);
    });

    it('gives nobody a second minute when the server comes back empty', async () => {
      const now = () => START;
      let shared = makeMemoryLimiter(now);
      const through = {
        take: (...requested: Parameters<Limiter['take']>) => shared.take(...requested),
        peek: shared.peek,
      };
      const limiter = makeSharedLimiter({
        shared: through,
        own: makeMemoryLimiter(now),
        isThere: () => true,
        log: quiet,
      });
      for (let index = 0; index < 10; index += 1) await limiter.take('a', FREE);
      shared = makeMemoryLimiter(now);
      expect((await limiter.take('a', FREE)).allowed).to.equal(false);
    });
  });

  it('counts an IPv6 network as one address', () => {
    const cases = [
      ['192.0.2.7', '192.0.2.7'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
      ['2001:0db8::1', '2001:db8:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
    ] as const;
    for (const [address, key] of cases) expect(addressKey(address)).to.equal(key);
  });
});
