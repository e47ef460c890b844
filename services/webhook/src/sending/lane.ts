import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log } from '@qsc/service-kit';
import {
  type Attempt,
  afterAttempt,
  type Delivery,
  isSuccess,
  type RetryRules,
  withoutBody,
} from '../delivery/delivery.ts';
import type { Secrets } from '../webhook/secret.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import type { DisabledReason, Webhook } from '../webhook/webhook.ts';
import type { Send } from './attempt.ts';
import type { Bodies } from './bodies.ts';
import { makeBreaker } from './breaker.ts';
import type { DueDeliveryStore } from './due-delivery.store.ts';
import type { Hold, LaneStore } from './lane.store.ts';
import type { Pace } from './pace.ts';
import type { Recorder } from './recorder.ts';
import type { Release, Slots } from './slots.ts';
import { isWithin, makeTurn } from './turn.ts';

export type LaneParts = {
  webhooks: Pick<WebhookStore, 'find'>;
  queue: DueDeliveryStore;
  lanes: Pick<LaneStore, 'rest' | 'release' | 'open' | 'retire'>;
  bodies: Pick<Bodies, 'get'>;
  secrets: Pick<Secrets, 'keysOf'>;
  send: Send;
  recorder: Recorder;
  /** Disables a webhook whose receiver is gone or has used up every try. */
  disable: (orgId: string, webhookId: string, reason: DisabledReason) => Promise<void>;
  slots: Slots;
  pace: Pace;
  rules: RetryRules;
  clock: Clock;
  log: Log;
};

/** `end`: nothing more is begun; `cut`: what is under way is called off. */
export type LaneSignals = { end: AbortSignal; cut: AbortSignal };

export type Lane = {
  /** There may be something to send. */
  wake(): void;
  /** Nothing was due when it looked last. */
  isWaiting(): boolean;
  /** Resolves when nothing of it is under way. `given` where the lane was given back already. */
  ended: Promise<'given' | 'held'>;
};

/** The most requests to one receiver at a time, over all replicas: one alone has its lane. */
const AT_ONCE = 4;
const BATCH = 50;
/** How long a lane is held without work, so that one event after the other need not ask for it anew. */
const IDLE_MS = 1_000;
/** What a fast receiver needs to answer: waiting for it is less than saying that the lane rests. */
const ANSWER_MS = 100;
/** When another replica looks for what this one has in hand, if it dies. */
const ORPHANED_MS = 10_000;
/** The pause before an attempt is made again that could not be recorded. */
const AGAIN_MS = 1_000;
/** How old the webhook may be that an attempt goes by. */
const WEBHOOK_MS = 500;

type Step = 'on' | 'given' | 'held';

/** Sends what is due to one webhook for as long as this process holds its lane and there is something to send. */
export const startLane = (hold: Hold, parts: LaneParts, { end, cut }: LaneSignals): Lane => {
  const { webhooks, queue, lanes, bodies, secrets, send, recorder, disable, slots, pace, rules, clock, log } = parts;
  const turn = makeTurn();
  const breaker = makeBreaker(hold.probing);
  const inHand = new Set<string>();
  const begun = new Map<string, number>();
  let isWaiting = false;
  let known: { webhook: Webhook; read: number } | undefined;

  const isOver = (): boolean => end.aborted || cut.aborted || breaker.openUntil() !== null;

  /** One that is disabled is read each time: what is skipped by mistake after it was enabled has to be recovered by hand. */
  const readWebhook = async (): Promise<Webhook | null> => {
    if (known?.webhook.status === 'active' && performance.now() - known.read < WEBHOOK_MS) return known.webhook;
    const webhook = await webhooks.find(hold.orgId, hold.webhookId);
    known = webhook ? { webhook, read: performance.now() } : undefined;
    return webhook;
  };

  const isSlow = (): boolean => {
    const [oldest] = begun.values();
    return pace.isSlow(hold.webhookId) || (oldest !== undefined && performance.now() - oldest > 1_000);
  };

  const attempt = async (delivery: Delivery, body: string, webhook: Webhook): Promise<Attempt> => {
    begun.set(delivery.id, performance.now());
    try {
      const letter = { url: webhook.url, messageId: delivery.message_id, body, keys: secrets.keysOf(webhook, clock()) };
      const tried = await send(letter, cut);
      breaker.note(isSuccess(tried), clock());
      pace.note(hold.webhookId, tried.durationMs);
      return tried;
    } finally {
      begun.delete(delivery.id);
      turn.call();
    }
  };

  const deliver = async (delivery: Delivery, { body, webhook }: { body: string; webhook: Webhook }): Promise<void> => {
    const outcome = afterAttempt(delivery, await attempt(delivery, body, webhook), rules);
    if (outcome.disable) await disable(hold.orgId, hold.webhookId, outcome.disable);
    if (outcome.disable) known = undefined;
    await recorder.record(outcome.delivery);
  };

  const begin = (delivery: Delivery, content: { body: string; webhook: Webhook }, release: Release): void => {
    inHand.add(delivery.id);
    deliver(delivery, content)
      .catch(async (error: unknown) => {
        if (cut.aborted) return;
        log.warn('an attempt was not recorded; it is made again', errorFields(error));
        await wait(AGAIN_MS, undefined, { signal: AbortSignal.any([end, cut]) }).catch(() => {});
      })
      .finally(() => {
        inHand.delete(delivery.id);
        release();
        turn.call();
      });
  };

  const place = async (): Promise<Release> => {
    while (!isOver() && begun.size >= (breaker.isProbing() ? 1 : AT_ONCE)) await turn.next();
    return slots.take(isSlow());
  };

  const sendAll = async (batch: readonly Delivery[]): Promise<void> => {
    const texts = await bodies.get(
      hold.orgId,
      batch.map(({ message_id }) => message_id),
    );
    for (const delivery of batch) {
      const release = await place();
      const webhook = isOver() ? null : await readWebhook().catch(() => null);
      if (isOver() || webhook?.status !== 'active') return release();
      const body = texts.get(delivery.message_id);
      if (body !== undefined) begin(delivery, { body, webhook }, release);
      else await recorder.record(withoutBody(delivery)).finally(release);
    }
  };

  const due = async (): Promise<Delivery[]> => {
    const rows = await queue.due(hold, clock(), BATCH + inHand.size);
    return rows.filter(({ id }) => !inHand.has(id));
  };

  const nextAt = async (): Promise<number> => (await queue.nextAt(hold, [...inHand]))?.getTime() ?? Infinity;

  /** Says from when on the lane has something to send. What is in hand is another's to send if this process dies. */
  const sayNext = async (next: number): Promise<boolean> => {
    const latest = inHand.size > 0 ? clock().getTime() + ORPHANED_MS : Infinity;
    const at = Math.min(next, latest);
    return lanes.rest(hold, at === Infinity ? null : new Date(at), breaker.isProbing());
  };

  /** Nothing is due: the lane says when something will be, waits a moment, and is given back. */
  const rest = async (called: Promise<void>): Promise<Step> => {
    const next = await nextAt();
    if (next <= clock().getTime()) return 'on';
    if (!(await sayNext(next))) return 'given';
    // What was kept between the two came before the lane said that it rests, and is not announced again.
    if ((await nextAt()) <= clock().getTime()) return 'on';
    isWaiting = true;
    const isCalled = await isWithin(inHand.size > 0 ? ORPHANED_MS / 2 : IDLE_MS, called);
    isWaiting = false;
    if (isCalled || inHand.size > 0 || isOver()) return 'on';
    return (await lanes.release(hold, clock())) ? 'given' : 'on';
  };

  const step = async (): Promise<Step> => {
    const asked = clock();
    const webhook = await readWebhook();
    if (webhook?.status !== 'active') await queue.skipAll(hold, asked);
    if (!webhook) return retire();
    const called = turn.next();
    const batch = webhook.status === 'active' ? await due() : [];
    if (batch.length > 0) await sendAll(batch);
    else if (inHand.size === 0 || !(await isWithin(ANSWER_MS, called))) return rest(called);
    return 'on';
  };

  const retire = async (): Promise<Step> => {
    await lanes.retire(hold);
    return 'given';
  };

  const run = async (): Promise<'given' | 'held'> => {
    try {
      while (!isOver()) {
        const next = await step();
        if (next !== 'on') return next;
      }
    } finally {
      while (inHand.size > 0) await turn.next();
    }
    const until = breaker.openUntil();
    if (!until || cut.aborted) return 'held';
    await lanes.open(hold, until);
    return 'given';
  };

  for (const signal of [end, cut]) signal.addEventListener('abort', turn.call, { once: true });
  return { wake: turn.call, isWaiting: () => isWaiting, ended: run() };
};
