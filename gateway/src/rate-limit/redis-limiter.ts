import type { RateFigures } from '@qsc/contracts';
import type { Redis } from 'ioredis';
import type { Limiter, Milliseconds } from './limiter.ts';
import { type Decision, MINUTE_MS, SECOND_MS } from './rate-log.ts';

/**
 * The same log as `rate-log.ts`, held in a list at the server and read and written in one step. The server's clock counts,
 * so that replicas need not agree on theirs, unless an instant is passed in.
 */
const SCRIPT = `
local key, limit, burst, counts = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local now = tonumber(ARGV[4])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local function at(index) return tonumber(redis.call('LINDEX', key, index) or '0') end
now = math.max(now, at(-1))
local used = redis.call('LLEN', key)
while used > 0 and at(0) <= now - ${MINUTE_MS} do
  redis.call('LPOP', key)
  used = used - 1
end
local wait = 0
if used >= limit then wait = math.max(wait, at(-limit) + ${MINUTE_MS} - now) end
if used >= burst then wait = math.max(wait, at(-burst) + ${SECOND_MS} - now) end
if wait == 0 and counts then
  redis.call('RPUSH', key, string.format('%.0f', now))
  redis.call('PEXPIRE', key, ${MINUTE_MS + SECOND_MS})
  used = used + 1
end
return { wait == 0 and 1 or 0, math.max(limit - used, 0), used > 0 and at(-1) + ${MINUTE_MS} or now, wait }
`;

const COMMAND = 'qscTakeRequest';

type Scripted = { [COMMAND]: (...sent: (string | number)[]) => Promise<[number, number, number, number]> };

/** Counts in Redis or Valkey, for all replicas together. Rejects when the server is away. */
export const makeRedisLimiter = (redis: Redis, clock?: Milliseconds): Limiter => {
  redis.defineCommand(COMMAND, { numberOfKeys: 1, lua: SCRIPT });
  const scripted = redis as unknown as Scripted;

  const ask = async (key: string, figures: RateFigures, counts: boolean): Promise<Decision> => {
    const { requests_per_minute: limit, burst } = figures;
    const sent = [`qsc:rate:${key}`, limit, burst, counts ? '1' : '0', clock ? clock() : ''];
    const [allowed, remaining, wholeAt, waitMs] = await scripted[COMMAND](...sent);
    return { allowed: allowed === 1, limit, remaining, wholeAt, waitMs };
  };

  return {
    take: (key, figures) => ask(key, figures, true),
    peek: (key, figures) => ask(key, figures, false),
  };
};
