import autocannon from 'autocannon';
import type { Form, Target } from './api.ts';

/** What a load came to: requests a second, and the latency of its middle and slowest hundredth in milliseconds. */
export type Measured = { requests: number; rps: number; p50_ms: number; p99_ms: number };

export type Shape = { connections: number; seconds: number };

/** One request of a load; made again for each, so that bodies and paths differ. */
export type LoadRequest = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  /** A body that is no JSON, and its type. */
  form?: Form;
  /** Where another than the target's own credential sends it. */
  token?: string;
};

const buildRequest = (target: Target, { method, path, body, form, token = target.token }: LoadRequest) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': form?.type ?? 'application/json' };
  const sent = form?.bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  return { method, path, headers, ...(sent === undefined ? {} : { body: sent }) };
};

/** Its result, and how long each request took: its own percentiles are of whole milliseconds. */
const fire = (options: autocannon.Options): Promise<{ result: autocannon.Result; durations: number[] }> =>
  new Promise((resolve, reject) => {
    const durations: number[] = [];
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve({ result, durations })));
    running.on('response', (_client, _status, _bytes, duration) => durations.push(duration));
  });

const NOTHING: LoadRequest = { method: 'GET', path: '/' };

/** What makes the requests of a load, which cannot throw inside of it: `check` throws afterwards. */
const guarded = (make: () => LoadRequest) => {
  let failure: unknown;
  return {
    next(): LoadRequest {
      try {
        return failure ? NOTHING : make();
      } catch (error) {
        failure = error;
        return NOTHING;
      }
    },
    check(): void {
      if (failure) throw failure;
    },
  };
};

/**
 * Sends requests for so many seconds over so many connections, one after the other on each. Throws when an answer is not
 * of the 2xx, since a refused request is fast and would flatter the figure.
 */
export const measureLoad = async (target: Target, shape: Shape, next: () => LoadRequest): Promise<Measured> => {
  const shots = guarded(next);
  const { result, durations } = await fire({
    url: target.url,
    connections: shape.connections,
    duration: shape.seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...buildRequest(target, shots.next()) }) }],
  });
  shots.check();
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed.`);
  const { requests, duration } = result;
  return { requests: requests.total, rps: requests.total / duration, ...computePercentiles(durations) };
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The middle and the slowest hundredth of durations in milliseconds, to a hundredth. */
export const computePercentiles = (durations: readonly number[]): { p50_ms: number; p99_ms: number } => {
  const sorted = [...durations].sort((a, b) => a - b);
  const round = (value: number) => Math.round(value * 100) / 100;
  return { p50_ms: round(percentile(sorted, 0.5)), p99_ms: round(percentile(sorted, 0.99)) };
};

/** Runs a function so many at a time for so many seconds: a floor without HTTP. */
export const measureCalls = async (shape: Shape, call: () => Promise<unknown>): Promise<Measured> => {
  const durations: number[] = [];
  const end = performance.now() + shape.seconds * 1000;
  const loop = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await call();
      durations.push(performance.now() - began);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: shape.connections }, loop));
  const seconds = (performance.now() - began) / 1000;
  return { requests: durations.length, rps: durations.length / seconds, ...computePercentiles(durations) };
};

/** Gives one after the other, and then the first again. */
export const inTurn = <Item>(items: readonly Item[]): (() => Item) => {
  let next = 0;
  return () => items[next++ % items.length] as Item;
};
