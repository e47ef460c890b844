import { percentilesOf, type Target } from './load.ts';
import { recordOf } from './record.ts';
import { untilAudited } from './seed.ts';

const SAMPLE_EVERY = 20;

const create = async (target: Target, index: number): Promise<string> => {
  const response = await fetch(`${target.url}/v1/entities`, {
    method: 'POST',
    headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(recordOf(index)),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
};

/**
 * The time from a response to the audit entry that can be read, while so many writes a second come in. Every twentieth
 * write is followed.
 */
export const measureLag = async (
  target: Target,
  { writesPerSecond, seconds }: { writesPerSecond: number; seconds: number },
): Promise<{ p50_ms: number; p99_ms: number; samples: number; writes_per_second: number }> => {
  const lags: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  const total = writesPerSecond * seconds;
  for (let index = 0; index < total; index += 1) {
    const wait = began + (index * 1000) / writesPerSecond - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const write = create(target, index);
    const follow = async () => {
      const id = await write;
      if (index % SAMPLE_EVERY === 0) lags.push(await untilAudited(target, id));
    };
    pending.push(follow());
  }
  await Promise.all(pending);
  const achieved = Math.round(total / ((performance.now() - began) / 1000));
  return { ...percentilesOf(lags), samples: lags.length, writes_per_second: achieved };
};
