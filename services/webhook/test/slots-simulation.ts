import { makePace, type Speed } from '../src/sending/pace.ts';
import { makeSlots } from '../src/sending/slots.ts';

/** One that always has something to be sent, and answers after that time. */
export type SimulatedReceiver = { orgId: string; webhookId: string; answersAfterMs: number };

const AT_ONCE = 4;
const SLOW_MS = 1_000;

let made = 0;

/** Each of an organisation of its own, or all of the same. */
export const receivers = (count: number, answersAfterMs: number, orgId?: string): SimulatedReceiver[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return { orgId: orgId ?? `org_${made}`, webhookId: `wh_${made}`, answersAfterMs };
  });

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** How many answers each gives within that time, of which nothing really passes. Nobody is known when it begins. */
export const simulate = async (all: readonly SimulatedReceiver[], forMs: number): Promise<Map<string, number>> => {
  const clock = { ms: 0 };
  const slots = makeSlots(() => clock.ms);
  const pace = makePace();
  const answers = new Map(all.map(({ webhookId }) => [webhookId, 0]));
  const events = new Map<number, (() => void)[]>();

  const send = ({ orgId, webhookId, answersAfterMs }: SimulatedReceiver): void => {
    const begun = new Map<symbol, number>();
    let isAsking = false;
    const speed = (): Speed => {
      const [oldest] = begun.values();
      return oldest !== undefined && clock.ms - oldest > SLOW_MS ? 'slow' : pace.of(webhookId);
    };
    const ask = async (): Promise<void> => {
      if (isAsking || begun.size === AT_ONCE) return;
      isAsking = true;
      const release = await slots.take({ orgId, webhookId, speed });
      isAsking = false;
      const request = Symbol('request');
      begun.set(request, clock.ms);
      const answer = (): void => {
        pace.note(webhookId, answersAfterMs);
        begun.delete(request);
        answers.set(webhookId, (answers.get(webhookId) ?? 0) + 1);
        release();
        void ask();
      };
      const at = clock.ms + answersAfterMs;
      events.set(at, [...(events.get(at) ?? []), answer]);
      void ask();
    };
    void ask();
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
