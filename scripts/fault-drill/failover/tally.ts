import type { OnAnswer } from '../load/api.ts';

/** How the requests of a drill were answered, and when writes were acknowledged. */
export type Tally = {
  onAnswer: OnAnswer;
  /** When requests that write were answered with success, in milliseconds. */
  acknowledged: readonly number[];
  /** How often each status came that says to try again; `none` is a request without an answer. */
  refused: ReadonlyMap<number | 'none', number>;
  getRequests(): number;
  /** Resolves with the next acknowledgement. */
  next(): Promise<void>;
};

/** A tally of nothing yet, by a clock. */
export const makeTally = (clock: () => number = Date.now): Tally => {
  const acknowledged: number[] = [];
  const refused = new Map<number | 'none', number>();
  let requests = 0;
  let next = Promise.withResolvers<void>();
  return {
    onAnswer(method, status) {
      requests += 1;
      if (status === null || status === 429 || status >= 500) {
        const key = status ?? 'none';
        refused.set(key, (refused.get(key) ?? 0) + 1);
      } else if (method !== 'GET' && status < 300) {
        acknowledged.push(clock());
        next.resolve();
        next = Promise.withResolvers();
      }
    },
    acknowledged,
    refused,
    getRequests: () => requests,
    next: () => next.promise,
  };
};

/** The longest time without an acknowledgement between two moments. */
export const findLongestPause = (acknowledged: readonly number[], from: number, to: number): number => {
  const moments = [from, ...acknowledged.filter((at) => at > from && at < to), to];
  return moments.reduce((longest, at, index) => Math.max(longest, at - (moments[index - 1] ?? at)), 0);
};

/** The requests that were refused, as words. */
export const describeRefused = ({ refused, getRequests }: Pick<Tally, 'refused' | 'getRequests'>): string => {
  const share = (((refused.get(503) ?? 0) * 100) / Math.max(getRequests(), 1)).toFixed(2);
  const others = [...refused].filter(([status]) => status !== 503).map(([status, count]) => `${status}: ${count}`);
  return `refused with 503: ${refused.get(503) ?? 0} (${share} %); other refusals: ${others.join(', ') || 'none'}`;
};
