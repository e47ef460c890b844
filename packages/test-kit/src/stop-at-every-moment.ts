import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceConfig, StartOptions } from '@qsc/service-kit';
import { dropDatabases, testEnvironment } from './environment.ts';
import { deleteQueue } from './queue.ts';
import { testServiceConfig } from './service-config.ts';
import { startStandInIdentity } from './stand-in-identity.ts';

/** The kit's own test stops a start at many moments; for what a program adds to it a few are enough. */
const MOMENTS = 10;
const SHORTEST_SPAN_MS = 500;
const AT_ONCE = 4;

/** The timeout of such a test: fifty starts at most, on a machine where each takes half a minute. */
export const STOP_TIMEOUT_MS = 3_600_000;

/** How long a part may take to stop, on any machine; it ends what hangs. */
const PART_TIMEOUT_MS = 600_000;

type Running = { stop(): Promise<void> };
type Reported = { signal: AbortSignal } & Pick<StartOptions, 'passStop'>;
type Start = (reported: Reported) => Promise<Running>;

const stopAfter = async (ms: number, start: Start, { mayGiveUp, passTimeout }: Way): Promise<void> => {
  const reported = new AbortController();
  const left: string[] = [];
  const passStop: Reported['passStop'] = async ({ part, closed }) => {
    await passTimeout(closed);
    left.push(part);
  };
  const starting = start({ signal: reported.signal, passStop }).catch((error: unknown) => {
    if (error !== reported.signal.reason && !mayGiveUp) throw error;
  });
  await Promise.all([starting, wait(ms).then(() => reported.abort())]);
  await (await starting)?.stop();
  if (left.length > 0) throw new Error(`Stopped after ${ms} ms it has left what did not stop: ${left.join(', ')}.`);
};

/** How long the start takes on this machine beside others, and half as long again; half a second at least. */
const measureStart = async (start: Start): Promise<number> => {
  const began = performance.now();
  const { signal } = new AbortController();
  const started = await Promise.all(Array.from({ length: AT_ONCE }, () => start({ signal })));
  const tookMs = performance.now() - began;
  await Promise.all(started.map((running) => running.stop()));
  return Math.max(SHORTEST_SPAN_MS, 1.5 * tookMs);
};

type Moments = {
  /** A start that comes to its end, where `start` does not; then `start` may give up by itself too. */
  whole?: Start;
  /** How many steps the span of a start is parted into. */
  moments?: number;
  /** How the timeout passes with a part that does not stop; until its signal is aborted. */
  passTimeout?: (closed: AbortSignal) => Promise<unknown>;
};

type Way = { mayGiveUp: boolean } & Required<Pick<Moments, 'passTimeout'>>;

const passMinutes = (closed: AbortSignal): Promise<void> => wait(PART_TIMEOUT_MS, undefined, { signal: closed });

/**
 * Starts a program over and over, and tells each to stop at another moment of its start: in equal steps from 0 to 500 ms, or in
 * longer ones where a start takes longer. A part has minutes to stop in the place of its own time, so that it need not be fast.
 * Resolves when every stop has ended, and rejects when a part was left, or a start fails for another reason.
 */
export const stopAtEveryMoment = async (
  start: Start,
  { whole = start, moments = MOMENTS, passTimeout = passMinutes }: Moments = {},
): Promise<void> => {
  const step = (await measureStart(whole)) / moments;
  const way = { mayGiveUp: start !== whole, passTimeout };
  const left = Array.from({ length: moments + 1 }, (_, index) => index * step);
  const worker = async (): Promise<void> => {
    for (let ms = left.shift(); ms !== undefined; ms = left.shift()) await stopAfter(ms, start, way);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

type Service = { config: ServiceConfig; queue: string } & Reported;

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
    await stopAtEveryMoment((reported) => start({ config, queue, ...reported }));
  } finally {
    await identity.stop();
    for (const end of queueEnds) await deleteQueue(environment.amqpUrl, `${queue}${end}`);
    await dropDatabases(environment.mongodbUri, environment.prefix);
  }
};
