/** Which receivers are fast, as this process measured it. */
export type Latencies = {
  record(webhookId: string, durationMs: number): void;
  /** Whether the latest response came within a second; false before the first. */
  isFast(webhookId: string): boolean;
};

/** A receiver that takes longer, or leaves a request open for longer, is slow. */
export const FAST_MS = 1_000;
const MAX_RECEIVERS = 50_000;

/** Remembers the latest responses of at most 50,000 receivers. */
export const makeLatencies = (): Latencies => {
  const fast = new Map<string, boolean>();
  return {
    record(webhookId, durationMs) {
      fast.delete(webhookId);
      fast.set(webhookId, durationMs < FAST_MS);
      const [oldest] = fast.keys();
      if (fast.size > MAX_RECEIVERS && oldest !== undefined) fast.delete(oldest);
    },
    isFast: (webhookId) => fast.get(webhookId) ?? false,
  };
};
