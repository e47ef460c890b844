import type { RateFigures } from '@qsc/contracts';
import { LRUCache } from 'lru-cache';
import type { Milliseconds } from './limiter.ts';
import { type Decision, emptyLog, MINUTE_MS, peek, type RateLog, record, take } from './rate-log.ts';

/** A `Limiter` that answers at once. */
export type MemoryLimiter = {
  take(key: string, figures: RateFigures): Decision;
  peek(key: string, figures: RateFigures): Decision;
  /** Counts a request that was let through elsewhere. */
  record(key: string): void;
};

const KEYS = 100_000;

/** Counts in this process. What was not asked for a minute is forgotten, and above 100,000 keys the least recent one. */
export const makeMemoryLimiter = (now: Milliseconds): MemoryLimiter => {
  const logs = new LRUCache<string, RateLog>({
    max: KEYS,
    ttl: MINUTE_MS,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now },
  });
  let purgedAt = now();

  const getLog = (key: string): RateLog => {
    const known = logs.get(key);
    if (known) return known;
    if (now() - purgedAt > MINUTE_MS) {
      purgedAt = now();
      logs.purgeStale();
    }
    const log = emptyLog();
    logs.set(key, log);
    return log;
  };

  return {
    take: (key, figures) => take(getLog(key), figures, now()),
    peek: (key, figures) => peek(logs.get(key) ?? emptyLog(), figures, now()),
    record: (key) => record(getLog(key), now()),
  };
};
