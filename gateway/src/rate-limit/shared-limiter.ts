import { setTimeout as wait } from 'node:timers/promises';
import { errorFields, type Log } from '@qsc/service-kit/edge';
import { Redis } from 'ioredis';
import { type Limiter, type Milliseconds, steadyClock } from './limiter.ts';
import { type MemoryLimiter, makeMemoryLimiter } from './memory-limiter.ts';
import { makeRedisLimiter } from './redis-limiter.ts';

type Notes = { warn(message: string, fields: Record<string, unknown>): unknown; info(message: string): unknown };

type Parts = { shared: Limiter; own: MemoryLimiter; isThere: () => boolean; log: Notes };

const PAUSE_MS = 1_000;
const ANSWER_MS = 250;
const LAST_RECONNECT_MS = 2_000;
const FIRST_CONNECT_MS = 1_000;

/**
 * Counts at the shared server, and besides in this process what this process let through: so the limit holds on for each
 * replica by itself while the server is away, and a server that comes back empty gives nobody a second minute.
 */
export const makeSharedLimiter = ({ shared, own, isThere, log }: Parts): Limiter => {
  let awayUntil = 0;
  let isAway = false;

  const fail = (error: unknown): void => {
    awayUntil = steadyClock() + PAUSE_MS;
    if (!isAway) log.warn('the shared rate limits are away; each replica counts for itself', errorFields(error));
    isAway = true;
  };
  const succeed = (): void => {
    if (isAway) log.info('the shared rate limits are back');
    isAway = false;
  };

  const ask = async (action: 'take' | 'peek', ...requested: Parameters<Limiter['take']>) => {
    const alone = own.peek(...requested);
    if (!alone.allowed) return alone;
    if (steadyClock() < awayUntil || !isThere()) {
      if (!isAway) fail(new Error('there is no connection'));
      return own[action](...requested);
    }
    try {
      const decision = await shared[action](...requested);
      if (decision.allowed && action === 'take') own.record(requested[0]);
      succeed();
      return decision;
    } catch (error) {
      fail(error);
      return own[action](...requested);
    }
  };

  return { take: (...requested) => ask('take', ...requested), peek: (...requested) => ask('peek', ...requested) };
};

/** The limiters of organisations and of addresses, kept apart so that neither can crowd out the other. */
export type Limiters = { organizations: Limiter; addresses: Limiter; close: () => void };

const connect = (url: string): Redis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: LAST_RECONNECT_MS,
    retryStrategy: (times) => Math.min(times * 100, LAST_RECONNECT_MS),
  });
  redis.on('error', () => {});
  return redis;
};

/**
 * Limiters in memory, or at the server of `redisUrl`, failing over to memory while it is away. `opened` resolves when that
 * server is there, or after a second without it.
 */
export const openLimiters = (
  redisUrl: string | undefined,
  { log, clock }: { log: Log; clock: Milliseconds | undefined },
): Limiters & { opened: Promise<unknown> } => {
  const now = clock ?? steadyClock;
  const own = { organizations: makeMemoryLimiter(now), addresses: makeMemoryLimiter(now) };
  if (redisUrl === undefined) return { ...own, opened: Promise.resolve(), close() {} };
  const redis = connect(redisUrl);
  const isReady = new Promise((resolve) => redis.once('ready', resolve));
  const parts = { shared: makeRedisLimiter(redis, clock), isThere: () => redis.status === 'ready', log };
  return {
    organizations: makeSharedLimiter({ ...parts, own: own.organizations }),
    addresses: makeSharedLimiter({ ...parts, own: own.addresses }),
    opened: Promise.race([isReady, wait(FIRST_CONNECT_MS, undefined, { ref: false })]),
    close: () => redis.disconnect(),
  };
};
