import autocannon from 'autocannon';

/** What a load came to: requests a second, and the latency of its middle and slowest hundredth in milliseconds. */
export type Measured = { requests: number; rps: number; p50_ms: number; p99_ms: number };

export type Target = { url: string; token: string };

export type Shape = { connections: number; seconds: number };

/** One request of a load; made anew for each, so that bodies and paths differ. */
export type Shot = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown };

/**
 * Sends requests for so many seconds over so many connections, one after the other on each. Throws when an answer is not
 * of the 2xx, since a refused request is fast and would flatter the figure.
 */
export const measureLoad = async (target: Target, shape: Shape, next: () => Shot): Promise<Measured> => {
  const result = await autocannon({
    url: target.url,
    connections: shape.connections,
    duration: shape.seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = next();
          const headers = { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' };
          return { ...request, method, path, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} requests were refused and ${result.errors} failed.`);
  const { requests, duration, latency } = result;
  return { requests: requests.total, rps: requests.total / duration, p50_ms: latency.p50, p99_ms: latency.p99 };
};

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** The middle and the slowest hundredth of durations in milliseconds, to a hundredth. */
export const percentilesOf = (durations: readonly number[]): { p50_ms: number; p99_ms: number } => {
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
  return { requests: durations.length, rps: durations.length / seconds, ...percentilesOf(durations) };
};
