import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceConfig } from '@qsc/service-kit';
import { dropDatabases, testEnvironment } from './environment.ts';
import { deleteQueue } from './queue.ts';
import { testServiceConfig } from './service-config.ts';
import { startStandInIdentity } from './stand-in-identity.ts';

/** What is a program's own is stopped at fewer moments than the kit, on which all of them stand. */
const MOMENTS = 25;
const SHORTEST_SPAN_MS = 500;
const AT_ONCE = 8;

/** The timeout of such a test: a hundred starts at most, on a machine where each takes half a minute. */
export const STOP_PATIENCE_MS = 3_600_000;

type Running = { stop(): Promise<void> };
type Start = (signal: AbortSignal) => Promise<Running>;

const stopAfter = async (ms: number, start: Start, mayGiveUp: boolean): Promise<void> => {
  const told = new AbortController();
  const starting = start(told.signal).catch((error: unknown) => {
    if (error !== told.signal.reason && !mayGiveUp) throw error;
  });
  await Promise.all([starting, wait(ms).then(() => told.abort())]);
  await (await starting)?.stop();
};

/** How long the start takes on this machine beside others, and half as long again; half a second at least. */
const spanOf = async (start: Start): Promise<number> => {
  const began = performance.now();
  const { signal } = new AbortController();
  const started = await Promise.all(Array.from({ length: AT_ONCE }, () => start(signal)));
  const tookMs = performance.now() - began;
  await Promise.all(started.map((running) => running.stop()));
  return Math.max(SHORTEST_SPAN_MS, 1.5 * tookMs);
};

type Moments = {
  /** A start that comes to its end, where `start` does not; then `start` may give up by itself too. */
  whole?: Start;
  /** How many steps the span of a start is parted into. */
  moments?: number;
};

/**
 * Starts a program over and over, and tells each to stop at another moment of its start: after 0, 20, 40 … 500 ms, or in longer
 * steps where a start takes longer. Resolves when every stop has ended, and rejects when a start fails for another reason. A
 * stop that does not end is for the test's own timeout.
 */
export const stopAtEveryMoment = async (
  start: Start,
  { whole = start, moments = MOMENTS }: Moments = {},
): Promise<void> => {
  const step = (await spanOf(whole)) / moments;
  const left = Array.from({ length: moments + 1 }, (_, index) => index * step);
  const worker = async (): Promise<void> => {
    for (let ms = left.shift(); ms !== undefined; ms = left.shift()) await stopAfter(ms, start, start !== whole);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

type Service = { config: ServiceConfig; queue: string; signal: AbortSignal };

/**
 * Stops a service at every moment of its start, with databases and queues of its own.
 * @param queueEnds what the service adds to `queue` for the names of its queues.
 */
export const stopServiceAtEveryMoment = async (
  start: (service: Service) => Promise<Running>,
  queueEnds: readonly string[] = [''],
): Promise<void> => {
  const environment = testEnvironment();
  const identity = await startStandInIdentity();
  const config = testServiceConfig(environment, identity);
  const queue = `test.${randomUUID()}`;
  try {
    await stopAtEveryMoment((signal) => start({ config, queue, signal }));
  } finally {
    await identity.stop();
    for (const end of queueEnds) await deleteQueue(environment.amqpUrl, `${queue}${end}`);
    await dropDatabases(environment.mongodbUri, environment.prefix);
  }
};
