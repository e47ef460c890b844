/** From the class with the fewest requests to the one with the most. */
export const LATENCY_CLASSES = ['slow', 'unknown', 'fast'] as const;

export type LatencyClass = (typeof LATENCY_CLASSES)[number];

/** The latency class of each receiver, as this process measured it. */
export type Latencies = {
  record(webhookId: string, durationMs: number): void;
  /** The class of the latest response; `unknown` before the first. */
  get(webhookId: string): LatencyClass;
};

const FAST_MS = 1_000;
const MAX_RECEIVERS = 50_000;

/** Remembers the latest responses of at most 50,000 receivers. */
export const makeLatencies = (): Latencies => {
  const classes = new Map<string, LatencyClass>();
  return {
    record(webhookId, durationMs) {
      classes.delete(webhookId);
      classes.set(webhookId, durationMs < FAST_MS ? 'fast' : 'slow');
      const [oldest] = classes.keys();
      if (classes.size > MAX_RECEIVERS && oldest !== undefined) classes.delete(oldest);
    },
    get: (webhookId) => classes.get(webhookId) ?? 'unknown',
  };
};
