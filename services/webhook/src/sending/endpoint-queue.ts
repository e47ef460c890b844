import { type Delivery, withoutBody } from '../delivery/delivery.ts';
import type { Secrets } from '../webhook/secret.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import type { Bodies } from './bodies.ts';
import { makeBreaker } from './breaker.ts';
import { makeCondition, resolvesWithin } from './condition.ts';
import type { DueDeliveryStore } from './due-delivery.store.ts';
import type { EndpointQueueStore, QueueLease } from './endpoint-queue.store.ts';
import { type Destination, type InFlightParts, makeInFlight } from './in-flight.ts';

export type EndpointQueueParts = InFlightParts & {
  webhooks: Pick<WebhookStore, 'find'>;
  secrets: Pick<Secrets, 'signingKeys'>;
  deliveries: DueDeliveryStore;
  queues: Pick<EndpointQueueStore, 'saveDue' | 'release' | 'openBreaker' | 'remove'>;
  bodies: Pick<Bodies, 'get'>;
};

/** `stop`: no more requests are started; `cancel`: requests in flight are aborted. */
export type EndpointQueueSignals = { stop: AbortSignal; cancel: AbortSignal };

/** How the work on a queue ended: its lease is released, or this process still holds it. */
export type QueueEnd = 'released' | 'held';

export type EndpointQueue = {
  /** There may be something to send. */
  wake(): void;
  /** Nothing was due at the last look. */
  isWaiting(): boolean;
  /** Resolves when no request of it is in flight. */
  ended: Promise<QueueEnd>;
};

const BATCH = 50;
/** How long a queue is held without work, so that each event need not claim it again. */
const IDLE_MS = 1_000;
/** The response time of a fast receiver: waiting for it is cheaper than writing when the queue is due next. */
const RESPONSE_MS = 100;
/** When another replica looks for requests that this one had in flight, or deliveries that it had not seen, if it dies. */
const ORPHANED_MS = 10_000;
/** How often a queue that is never without work writes since when its deliveries have been due. */
const SAVE_MS = 10_000;
/** How old a webhook that was read may be when an attempt uses it. */
const WEBHOOK_MS = 500;

/** The webhook and when it was read. */
type Receiver = Destination & { readAt: number };

/** Sends what is due to one webhook for as long as this process holds its queue and there is something to send. */
export const startEndpointQueue = (
  lease: QueueLease,
  parts: EndpointQueueParts,
  { stop, cancel }: EndpointQueueSignals,
): EndpointQueue => {
  const { webhooks, secrets, deliveries, queues, bodies, recorder, clock } = parts;
  const changed = makeCondition();
  const breaker = makeBreaker(lease);
  const inFlight = makeInFlight({ ...lease, breaker, changed, cancel }, parts);
  let isWaiting = false;
  let savedAt = clock().getTime();
  let known: Receiver | undefined;

  const isOver = (): boolean => stop.aborted || cancel.aborted || breaker.openUntil() !== null;

  /** A disabled webhook is read every time, so that it is sent to as soon as it is enabled. */
  const readReceiver = async (): Promise<Receiver | null> => {
    if (known?.webhook.status === 'active' && performance.now() - known.readAt < WEBHOOK_MS) return known;
    const webhook = await webhooks.find(lease.orgId, lease.webhookId);
    known = webhook ? { webhook, keys: secrets.signingKeys(webhook, clock()), readAt: performance.now() } : undefined;
    return known ?? null;
  };

  const saveDue = (dueAt: Date): Promise<boolean> =>
    queues.saveDue(lease, dueAt, { probing: breaker.isProbing(), tally: breaker.tally() });

  /** Shows in the metrics how late a queue is, and not for how long it has had work. */
  const saveLateness = async ({ next_attempt_at }: Delivery): Promise<void> => {
    const now = clock().getTime();
    if (!next_attempt_at || now - savedAt < SAVE_MS) return;
    savedAt = now;
    await saveDue(new Date(Math.max(next_attempt_at.getTime(), lease.dueAt.getTime())));
  };

  /** The webhook is read after its due deliveries: a delivery that was made after a change is sent by that change. */
  const sendAll = async (batch: readonly Delivery[]): Promise<void> => {
    known = undefined;
    const messageIds = batch.map(({ message_id }) => message_id);
    const contents = await bodies.get(lease.orgId, messageIds);
    for (const delivery of batch) {
      await saveLateness(delivery);
      const release = await inFlight.acquire(isOver);
      const receiver = isOver() ? null : await readReceiver().catch(() => null);
      if (isOver() || receiver?.webhook.status !== 'active') return release();
      const content = contents.get(delivery.message_id);
      if (content) inFlight.start(delivery, { ...content, ...receiver }, release);
      else await recorder.record(withoutBody(delivery)).finally(release);
    }
  };

  const findDue = async (): Promise<Delivery[]> => {
    // A delivery that ends during this read still waits in its result.
    const started = new Set(inFlight.ids());
    const rows = await deliveries.due(lease, clock(), BATCH + started.size);
    return rows.filter(({ id }) => !started.has(id));
  };

  const nextAt = async (): Promise<number> => (await deliveries.nextAt(lease, inFlight.ids()))?.getTime() ?? Infinity;

  /**
   * Writes when the queue is due next: soon, for as long as it is held. If this process dies, another one sends what was in
   * flight, and what came just before this write. Returns the time; null where another process holds the queue.
   */
  const saveNextDue = async (next: number): Promise<Date | null> => {
    const at = new Date(Math.min(next, clock().getTime() + ORPHANED_MS));
    return (await saveDue(at)) ? at : null;
  };

  /** Nothing is due: writes when something will be, waits a moment, and releases the queue. */
  const rest = async (notified: Promise<void>): Promise<QueueEnd | 'continue'> => {
    const next = await nextAt();
    if (next <= clock().getTime()) return 'continue';
    const saved = await saveNextDue(next);
    if (!saved) return 'released';
    // A delivery that was stored between the read and the write is not announced again.
    const later = await nextAt();
    if (later <= clock().getTime()) return 'continue';
    isWaiting = true;
    const isNotified = await resolvesWithin(inFlight.isEmpty() ? IDLE_MS : ORPHANED_MS / 2, notified);
    isWaiting = false;
    if (isNotified || !inFlight.isEmpty() || isOver()) return 'continue';
    const dueAt = later === Infinity ? null : new Date(later);
    return (await queues.release(lease, { saved, now: clock(), dueAt })) ? 'released' : 'continue';
  };

  /** The webhook was removed: skips what waits until nothing is in flight that could wait again. */
  const remove = async (notified: Promise<void>): Promise<QueueEnd | 'continue'> => {
    const saved = await saveNextDue(Infinity);
    if (!saved) return 'released';
    const isLast = inFlight.isEmpty();
    await deliveries.skipAll(lease, Infinity);
    if (!isLast) return notified.then(() => 'continue');
    return (await queues.remove(lease, { saved, now: clock() })) ? 'released' : 'continue';
  };

  const step = async (): Promise<QueueEnd | 'continue'> => {
    const notified = changed.next();
    const webhook = (await readReceiver())?.webhook;
    if (!webhook) return remove(notified);
    if (webhook.status !== 'active') await deliveries.skipAll(lease, webhook.version);
    const batch = webhook.status === 'active' ? await findDue() : [];
    if (batch.length > 0) await sendAll(batch);
    else if (inFlight.isEmpty() || !(await resolvesWithin(RESPONSE_MS, notified))) return rest(notified);
    return 'continue';
  };

  const run = async (): Promise<QueueEnd> => {
    try {
      while (!isOver()) {
        const next = await step();
        if (next !== 'continue') return next;
      }
    } finally {
      while (!inFlight.isEmpty()) await changed.next();
    }
    const until = breaker.openUntil();
    if (!until || cancel.aborted) return 'held';
    return (await queues.openBreaker(lease, until)) ? 'released' : 'held';
  };

  const signals = [stop, cancel];
  for (const signal of signals) signal.addEventListener('abort', changed.notify);
  const ended = run().finally(() => {
    for (const signal of signals) signal.removeEventListener('abort', changed.notify);
  });
  return { wake: changed.notify, isWaiting: () => isWaiting, ended };
};
