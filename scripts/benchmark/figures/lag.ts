import { setTimeout as pause } from 'node:timers/promises';
import { makeClient, ONCE, type Target } from '../api.ts';
import { createEntities, untilAudited } from '../fill.ts';
import { computePercentiles } from '../load.ts';
import type { BenchMesh } from '../mesh.ts';
import { toRecord } from '../sample/record.ts';

const WRITES_PER_SECOND = 200;
const SECONDS = 15;
const SAMPLE_EVERY = 20;

const createOne = async (target: Target, index: number): Promise<string> =>
  (await makeClient(target).entities.create(toRecord(index), ONCE)).id;

/** The time from a response to the audit entry that can be read, at a steady rate of writes, of every twentieth write. */
export const measureLag = async ({ target }: Pick<BenchMesh, 'target'>) => {
  const lags: number[] = [];
  const pending: Promise<void>[] = [];
  const began = performance.now();
  const total = WRITES_PER_SECOND * SECONDS;
  const follow = async (index: number): Promise<void> => {
    const id = await createOne(target, index);
    if (index % SAMPLE_EVERY === 0) lags.push(await untilAudited(target, id));
  };
  for (let index = 0; index < total; index += 1) {
    const wait = began + (index * 1000) / WRITES_PER_SECOND - performance.now();
    if (wait > 1) await pause(wait);
    pending.push(follow(index));
  }
  await Promise.all(pending);
  const writes_per_second = Math.round(total / ((performance.now() - began) / 1000));
  return { ...computePercentiles(lags), samples: lags.length, writes_per_second };
};

const ENTRIES = 10_000;

/** How many entries a second the relay and audit take in, from a burst of bulk requests to the last entry. */
export const measureIntake = async ({ target }: Pick<BenchMesh, 'target'>) => {
  const began = performance.now();
  const ids = await createEntities(target, { count: ENTRIES });
  const written = performance.now();
  await untilAudited(target, ids.at(-1) ?? '');
  const end = performance.now();
  return { entries_per_second: ENTRIES / ((end - began) / 1000), lag_ms: end - written };
};
