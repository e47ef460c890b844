import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log } from '@qsc/service-kit';
import {
  type Attempt,
  afterAttempt,
  type Delivery,
  isSuccess,
  type RetryRules,
  restartSchedule,
} from '../delivery/delivery.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';
import { type Send, withoutKey } from './attempt.ts';
import type { MessageContent } from './bodies.ts';
import type { Breaker } from './breaker.ts';
import type { Condition } from './condition.ts';
import { FAST_MS, type Latencies } from './latency.ts';
import type { Recorder } from './recorder.ts';
import type { Release, RequestLimiter } from './request-limiter.ts';

export type InFlightParts = {
  send: Send;
  recorder: Recorder;
  /**
   * Disables a webhook whose receiver is gone or has used up every attempt. False where the webhook has another receiver than
   * the one that was tried.
   */
  disable: (tried: Webhook, reason: DisabledReason, deliveryId: string) => Promise<boolean>;
  limiter: RequestLimiter;
  latencies: Latencies;
  rules: RetryRules;
  clock: Clock;
  log: Log;
};

/** The receiver of a delivery. The signing keys are opened once for many attempts; null where the secret does not open. */
export type Destination = { webhook: Webhook; keys: readonly KeyObject[] | null };

/** What one attempt sends, and where. */
export type Outgoing = MessageContent & Destination;

/** The deliveries of one endpoint queue that are being sent, or whose result is not recorded yet. */
export type InFlight = {
  ids(): string[];
  isEmpty(): boolean;
  /** Resolves when one more request may start, by the limits of the receiver and of the process. */
  acquire(isOver: () => boolean): Promise<Release>;
  start(delivery: Delivery, outgoing: Outgoing, release: Release): void;
};

/** The most requests to a fast receiver at a time, over all replicas: one replica alone leases its queue. */
const MAX_REQUESTS = 4;
/** The most requests to a receiver that was slow lately, or of which nothing is known. */
const MAX_SLOW_REQUESTS = 2;
/** The most requests in flight or unrecorded: what is sent again after a crash, or after the loss of the database. */
const MAX_UNRECORDED = 8;
/** The pause before an attempt is repeated that could not be recorded. */
const REPEAT_MS = 1_000;

/** `changed` is notified whenever a request ends; `cancel` aborts the requests in flight. */
type Queue = { orgId: string; webhookId: string; breaker: Breaker; changed: Condition; cancel: AbortSignal };

/** Tracks and limits the requests to one receiver. */
export const makeInFlight = ({ orgId, webhookId, breaker, changed, cancel }: Queue, parts: InFlightParts): InFlight => {
  const { send, recorder, disable, limiter, latencies, rules, clock, log } = parts;
  const unrecorded = new Set<string>();
  const startedAt = new Map<string, number>();

  const isFast = (): boolean => {
    const [oldest] = startedAt.values();
    const isHanging = oldest !== undefined && performance.now() - oldest > FAST_MS;
    return latencies.isFast(webhookId) && !isHanging;
  };

  const maxRequests = (): number => (breaker.isProbing() ? 1 : isFast() ? MAX_REQUESTS : MAX_SLOW_REQUESTS);

  const isFull = (): boolean => startedAt.size >= maxRequests() || unrecorded.size >= MAX_UNRECORDED;

  const attempt = async (delivery: Delivery, { webhook, keys, body, traceparent }: Outgoing): Promise<Attempt> => {
    startedAt.set(delivery.id, performance.now());
    try {
      const message = { url: webhook.url, messageId: delivery.message_id, body, traceparent };
      const tried = keys ? await send({ ...message, keys }, cancel) : withoutKey(clock());
      breaker.record(isSuccess(tried), clock());
      if (keys) latencies.record(webhookId, tried.durationMs);
      return tried;
    } finally {
      startedAt.delete(delivery.id);
      changed.notify();
    }
  };

  /** Disables the webhook, where it has to be, before it records the attempt: a crash in between repeats the attempt. */
  const deliver = async (delivery: Delivery, outgoing: Outgoing): Promise<void> => {
    const outcome = afterAttempt(delivery, await attempt(delivery, outgoing), rules);
    const isOver = !outcome.disable || (await disable(outgoing.webhook, outcome.disable, delivery.id));
    await recorder.record(isOver ? outcome.delivery : restartSchedule(outcome.delivery, clock()));
  };

  const waitBeforeRepeat = async (error: unknown): Promise<void> => {
    if (cancel.aborted) return;
    log.warn('an attempt was not recorded and is repeated', { webhook: webhookId, ...errorFields(error) });
    await wait(REPEAT_MS, undefined, { signal: cancel }).catch(() => {});
  };

  return {
    ids: () => [...unrecorded],
    isEmpty: () => unrecorded.size === 0,
    async acquire(isOver) {
      while (!isOver() && isFull()) await changed.next();
      return limiter.acquire({ orgId, isFast });
    },
    start(delivery, outgoing, release) {
      unrecorded.add(delivery.id);
      const end = (): void => {
        unrecorded.delete(delivery.id);
        release();
        changed.notify();
      };
      void deliver(delivery, outgoing).catch(waitBeforeRepeat).finally(end);
    },
  };
};
