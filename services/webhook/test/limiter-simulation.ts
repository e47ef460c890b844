import { type LatencyClass, makeLatencies } from '../src/sending/latency.ts';
import { makeRequestLimiter } from '../src/sending/request-limiter.ts';

/** A receiver that always has deliveries waiting, and answers after that time. */
export type SimulatedReceiver = { orgId: string; webhookId: string; answersAfterMs: number };

const MAX_REQUESTS = 4;
const SLOW_MS = 1_000;

let made = 0;

/** Receivers of one organisation, or each of its own. */
export const receivers = (count: number, answersAfterMs: number, orgId?: string): SimulatedReceiver[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return { orgId: orgId ?? `org_${made}`, webhookId: `wh_${made}`, answersAfterMs };
  });

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** How many answers each receiver gives in that simulated time. All are unknown at the start. */
export const simulate = async (all: readonly SimulatedReceiver[], forMs: number): Promise<Map<string, number>> => {
  const clock = { ms: 0 };
  const limiter = makeRequestLimiter(() => clock.ms);
  const latencies = makeLatencies();
  const answers = new Map(all.map(({ webhookId }) => [webhookId, 0]));
  const events = new Map<number, (() => void)[]>();

  const send = ({ orgId, webhookId, answersAfterMs }: SimulatedReceiver): void => {
    const startedAt = new Map<symbol, number>();
    let isWaiting = false;
    const latency = (): LatencyClass => {
      const [oldest] = startedAt.values();
      return oldest !== undefined && clock.ms - oldest > SLOW_MS ? 'slow' : latencies.get(webhookId);
    };
    const request = async (): Promise<void> => {
      if (isWaiting || startedAt.size === MAX_REQUESTS) return;
      isWaiting = true;
      const release = await limiter.acquire({ orgId, webhookId, latency });
      isWaiting = false;
      const id = Symbol('request');
      startedAt.set(id, clock.ms);
      const answer = (): void => {
        latencies.record(webhookId, answersAfterMs);
        startedAt.delete(id);
        answers.set(webhookId, (answers.get(webhookId) ?? 0) + 1);
        release();
        void request();
      };
      const at = clock.ms + answersAfterMs;
      events.set(at, [...(events.get(at) ?? []), answer]);
      void request();
    };
    void request();
  };

  for (const receiver of all) send(receiver);
  await settle();
  while (events.size > 0 && Math.min(...events.keys()) <= forMs) {
    clock.ms = Math.min(...events.keys());
    const due = events.get(clock.ms) ?? [];
    events.delete(clock.ms);
    for (const answer of due) {
      answer();
      await settle();
    }
  }
  return answers;
};
