import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log } from '@qsc/service-kit';
import {
  type Attempt,
  afterAttempt,
  begunAnew,
  type Delivery,
  isSuccess,
  type RetryRules,
} from '../delivery/delivery.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';
import { type Send, withoutKey } from './attempt.ts';
import type { Written } from './bodies.ts';
import type { Breaker } from './breaker.ts';
import type { Pace, Speed } from './pace.ts';
import type { Recorder } from './recorder.ts';
import type { Release, Slots } from './slots.ts';
import type { Turn } from './turn.ts';

export type HandParts = {
  send: Send;
  recorder: Recorder;
  /** Disables a webhook whose receiver, as it was tried by a delivery, is gone or has used up every try; false for another receiver. */
  disable: (tried: Webhook, reason: DisabledReason, deliveryId: string) => Promise<boolean>;
  slots: Slots;
  pace: Pace;
  rules: RetryRules;
  clock: Clock;
  log: Log;
};

/** To whom something goes. The keys that sign are opened once for many attempts; null where the secret does not open. */
export type Addressee = { webhook: Webhook; keys: readonly KeyObject[] | null };

/** What goes to one receiver once: to whom, and what. */
export type Content = Written & Addressee;

/** The deliveries of one lane whose attempt is under way, or whose end is not recorded yet. */
export type Hand = {
  ids(): string[];
  isEmpty(): boolean;
  /** Waits until one more may be begun, to this receiver and in this process. */
  place(isOver: () => boolean): Promise<Release>;
  begin(delivery: Delivery, content: Content, release: Release): void;
};

/** The most requests to one receiver at a time, over all replicas: one alone has its lane. */
const AT_ONCE = 4;
/** How many may be under way or unrecorded: the most that a replica which dies, or loses the database, has sent again. */
const UNRECORDED = 8;
/** A receiver that leaves a request open for so long is a slow one. */
const SLOW_MS = 1_000;
/** The pause before an attempt is made again that could not be recorded. */
const AGAIN_MS = 1_000;

/** `turn` is called whenever something has ended; `cut` calls off what is under way. */
type Lane = { orgId: string; webhookId: string; breaker: Breaker; turn: Turn; cut: AbortSignal };

export const makeHand = ({ orgId, webhookId, breaker, turn, cut }: Lane, parts: HandParts): Hand => {
  const { send, recorder, disable, slots, pace, rules, clock, log } = parts;
  const inHand = new Set<string>();
  const begun = new Map<string, number>();

  /** One that has failed for whoever sent before is taken for slow: it may be one that does not answer at all. */
  const speed = (): Speed => {
    const [oldest] = begun.values();
    if (oldest !== undefined && performance.now() - oldest > SLOW_MS) return 'slow';
    const known = pace.of(webhookId);
    return known === 'unknown' && breaker.isFailing() ? 'slow' : known;
  };

  const isFull = (): boolean => begun.size >= (breaker.isProbing() ? 1 : AT_ONCE) || inHand.size >= UNRECORDED;

  const attempt = async (delivery: Delivery, { webhook, keys, body, traceparent }: Content): Promise<Attempt> => {
    begun.set(delivery.id, performance.now());
    try {
      const letter = { url: webhook.url, messageId: delivery.message_id, body, traceparent };
      const tried = keys ? await send({ ...letter, keys }, cut) : withoutKey(clock());
      breaker.note(isSuccess(tried), clock());
      if (keys) pace.note(webhookId, tried.durationMs);
      return tried;
    } finally {
      begun.delete(delivery.id);
      turn.call();
    }
  };

  /** A webhook that has to be disabled is so before the attempt is recorded: killed in between, it is tried once more. */
  const deliver = async (delivery: Delivery, content: Content): Promise<void> => {
    const outcome = afterAttempt(delivery, await attempt(delivery, content), rules);
    const isOver = !outcome.disable || (await disable(content.webhook, outcome.disable, delivery.id));
    await recorder.record(isOver ? outcome.delivery : begunAnew(outcome.delivery, clock()));
  };

  const waitBeforeAgain = async (error: unknown): Promise<void> => {
    if (cut.aborted) return;
    log.warn('an attempt was not recorded; it is made again', { webhook: webhookId, ...errorFields(error) });
    await wait(AGAIN_MS, undefined, { signal: cut }).catch(() => {});
  };

  return {
    ids: () => [...inHand],
    isEmpty: () => inHand.size === 0,
    async place(isOver) {
      while (!isOver() && isFull()) await turn.next();
      return slots.take({ orgId, webhookId, speed });
    },
    begin(delivery, content, release) {
      inHand.add(delivery.id);
      const end = (): void => {
        inHand.delete(delivery.id);
        release();
        turn.call();
      };
      void deliver(delivery, content).catch(waitBeforeAgain).finally(end);
    },
  };
};
