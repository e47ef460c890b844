import { setTimeout as pause } from 'node:timers/promises';
import { type Target, until } from '../api.ts';
import { computePercentiles } from '../load.ts';
import { type ReceiverKind, type Receivers, startReceivers } from './receivers.ts';
import { countWaiting, createMany, createOne, register, unregister } from './registration.ts';

/** What the fast receiver is notified of, and what only the others are. */
const [TOLD, PILED] = ['facility', 'document'] as const;
const TROUBLED: readonly ReceiverKind[] = ['slow', 'deaf', 'failing'];
const PER_SECOND = 20;

/** From the event to its arrival at a fast receiver, alone and while others have events waiting. */
export type DeliveryDelay = {
  waiting: number;
  samples: number;
  alone_p50_ms: number;
  alone_p99_ms: number;
  p50_ms: number;
  p99_ms: number;
};

type Requested = { target: Target; receivers: Receivers; seconds: number };

const measureArrivals = async ({ target, receivers, seconds }: Requested) => {
  await receivers.clear();
  const samples = PER_SECOND * seconds;
  const began = performance.now();
  const writes: Promise<unknown>[] = [];
  for (let index = 0; index < samples; index += 1) {
    await pause(Math.max(0, began + (index * 1_000) / PER_SECOND - performance.now()));
    writes.push(createOne(target, TOLD, index));
  }
  await Promise.all(writes);
  const { delays_ms } = await receivers.has(samples);
  return { samples, ...computePercentiles(delays_ms) };
};

/** Registers a slow, a failing and a deaf receiver, each with so many events waiting. Gives their webhooks' ids. */
const pileUp = async (target: Target, receivers: Receivers, waiting: number): Promise<string[]> => {
  const ids: string[] = [];
  for (const kind of TROUBLED) ids.push(await register(target, await receivers.open(kind), [TOLD, PILED]));
  await createMany(target, PILED, waiting);
  const least = 0.9 * waiting;
  for (const id of ids)
    await until(`${least} deliveries wait for ${id}`, async () => (await countWaiting(target, id)) >= least);
  return ids;
};

/** Measures a fast receiver first alone, then beside one that answers after 10 s, one that never accepts and one that fails. */
export const measureDeliveryDelay = async (
  target: Target,
  { waiting, seconds }: { waiting: number; seconds: number },
): Promise<DeliveryDelay> => {
  const receivers = startReceivers();
  const ids: string[] = [];
  try {
    ids.push(await register(target, await receivers.open('fast'), [TOLD]));
    const requested = { target, receivers, seconds };
    const alone = await measureArrivals(requested);
    ids.push(...(await pileUp(target, receivers, waiting)));
    const beside = await measureArrivals(requested);
    return { waiting, alone_p50_ms: alone.p50_ms, alone_p99_ms: alone.p99_ms, ...beside };
  } finally {
    receivers.close();
    await unregister(target, ids);
  }
};
