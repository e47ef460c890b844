/** How fast receivers were lately, as this process knows it. */
export type Pace = {
  note(webhookId: string, durationMs: number): void;
  /** Slow unless its latest answer was fast: nobody holds a place for a receiver that has shown nothing yet. */
  isSlow(webhookId: string): boolean;
};

const FAST_MS = 1_000;
const KNOWN = 50_000;

export const makePace = (): Pace => {
  const fast = new Set<string>();
  return {
    note(webhookId, durationMs) {
      fast.delete(webhookId);
      if (durationMs < FAST_MS) fast.add(webhookId);
      const [oldest] = fast;
      if (fast.size > KNOWN && oldest !== undefined) fast.delete(oldest);
    },
    isSlow: (webhookId) => !fast.has(webhookId),
  };
};
