/** From the one that may have the fewest requests to the one that may have the most. */
export const SPEEDS = ['slow', 'unknown', 'fast'] as const;

export type Speed = (typeof SPEEDS)[number];

/** How fast receivers were lately, as this process knows it. */
export type Pace = {
  note(webhookId: string, durationMs: number): void;
  /** By its latest answer; unknown before the first. */
  of(webhookId: string): Speed;
};

const FAST_MS = 1_000;
const KNOWN = 50_000;

export const makePace = (): Pace => {
  const known = new Map<string, Speed>();
  return {
    note(webhookId, durationMs) {
      known.delete(webhookId);
      known.set(webhookId, durationMs < FAST_MS ? 'fast' : 'slow');
      const [oldest] = known.keys();
      if (known.size > KNOWN && oldest !== undefined) known.delete(oldest);
    },
    of: (webhookId) => known.get(webhookId) ?? 'unknown',
  };
};
