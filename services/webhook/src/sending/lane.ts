import { type Delivery, withoutBody } from '../delivery/delivery.ts';
import type { Secrets } from '../webhook/secret.ts';
import type { WebhookStore } from '../webhook/webhook.store.ts';
import type { Bodies } from './bodies.ts';
import { makeBreaker } from './breaker.ts';
import type { DueDeliveryStore } from './due-delivery.store.ts';
import { type Addressee, type HandParts, makeHand } from './hand.ts';
import type { Hold, LaneStore } from './lane.store.ts';
import { isWithin, makeTurn } from './turn.ts';

export type LaneParts = HandParts & {
  webhooks: Pick<WebhookStore, 'find'>;
  secrets: Pick<Secrets, 'keysOf'>;
  queue: DueDeliveryStore;
  lanes: Pick<LaneStore, 'rest' | 'release' | 'open' | 'retire'>;
  bodies: Pick<Bodies, 'get'>;
};

/** `end`: nothing more is begun; `cut`: what is under way is called off. */
export type LaneSignals = { end: AbortSignal; cut: AbortSignal };

/** How a lane ended: given back, or still this process's to give back. */
export type LaneEnd = 'given' | 'held';

export type Lane = {
  /** There may be something to send. */
  wake(): void;
  /** Nothing was due when it looked last. */
  isWaiting(): boolean;
  /** Resolves when nothing of it is under way. */
  ended: Promise<LaneEnd>;
};

const BATCH = 50;
/** How long a lane is held without work, so that one event after the other need not ask for it anew. */
const IDLE_MS = 1_000;
/** What a fast receiver needs to answer: waiting for it is less than saying that the lane rests. */
const ANSWER_MS = 100;
/** When another replica looks for what this one has in hand or has not seen yet, if it dies. */
const ORPHANED_MS = 10_000;
/** How often a lane that is never without work says how long what it sends has been due. */
const SAY_MS = 10_000;
/** How old the webhook may be that an attempt goes by which was due before it was read. */
const WEBHOOK_MS = 500;

/** The webhook as it was when it was read. */
type Receiver = Addressee & { read: number };

/** Sends what is due to one webhook for as long as this process holds its lane and there is something to send. */
export const startLane = (hold: Hold, parts: LaneParts, { end, cut }: LaneSignals): Lane => {
  const { webhooks, secrets, queue, lanes, bodies, recorder, clock } = parts;
  const turn = makeTurn();
  const breaker = makeBreaker(hold);
  const hand = makeHand({ ...hold, breaker, turn, cut }, parts);
  let isWaiting = false;
  let said = clock().getTime();
  let known: Receiver | undefined;

  const isOver = (): boolean => end.aborted || cut.aborted || breaker.openUntil() !== null;

  /** One that is disabled is read each time, so that it sends as soon as it is enabled. */
  const readReceiver = async (): Promise<Receiver | null> => {
    if (known?.webhook.status === 'active' && performance.now() - known.read < WEBHOOK_MS) return known;
    const webhook = await webhooks.find(hold.orgId, hold.webhookId);
    known = webhook ? { webhook, keys: secrets.keysOf(webhook, clock()), read: performance.now() } : undefined;
    return known ?? null;
  };

  /** By it who watches sees how far behind a lane is, and not for how long it has had work. */
  const sayDue = async ({ next_attempt_at }: Delivery): Promise<void> => {
    const now = clock().getTime();
    if (!next_attempt_at || now - said < SAY_MS) return;
    said = now;
    const dueAt = new Date(Math.max(next_attempt_at.getTime(), hold.dueAt.getTime()));
    await lanes.rest(hold, dueAt, { probing: breaker.isProbing(), tally: breaker.tally() });
  };

  /** What was made after a change of the webhook goes by that change: it is read anew after what is due. */
  const sendAll = async (batch: readonly Delivery[]): Promise<void> => {
    known = undefined;
    const messageIds = batch.map(({ message_id }) => message_id);
    const texts = await bodies.get(hold.orgId, messageIds);
    for (const delivery of batch) {
      await sayDue(delivery);
      const release = await hand.place(isOver);
      const receiver = isOver() ? null : await readReceiver().catch(() => null);
      if (isOver() || receiver?.webhook.status !== 'active') return release();
      const written = texts.get(delivery.message_id);
      if (written) hand.begin(delivery, { ...written, ...receiver }, release);
      else await recorder.record(withoutBody(delivery)).finally(release);
    }
  };

  const due = async (): Promise<Delivery[]> => {
    // What ends while this is read was still waiting when it was read.
    const mine = new Set(hand.ids());
    const rows = await queue.due(hold, clock(), BATCH + mine.size);
    return rows.filter(({ id }) => !mine.has(id));
  };

  const nextAt = async (): Promise<number> => (await queue.nextAt(hold, hand.ids()))?.getTime() ?? Infinity;

  /**
   * Says from when on the lane has something to send: soon, for as long as it is held. If this process dies, another one sends
   * what is in hand, and what came just before this was said and was not announced. Gives the time; null where the lane is
   * another's.
   */
  const sayNext = async (next: number): Promise<Date | null> => {
    const at = new Date(Math.min(next, clock().getTime() + ORPHANED_MS));
    return (await lanes.rest(hold, at, { probing: breaker.isProbing(), tally: breaker.tally() })) ? at : null;
  };

  /** Nothing is due: the lane says when something will be, waits a moment, and is given back. */
  const rest = async (called: Promise<void>): Promise<LaneEnd | 'on'> => {
    const next = await nextAt();
    if (next <= clock().getTime()) return 'on';
    const atRest = await sayNext(next);
    if (!atRest) return 'given';
    // What was kept between the two came before the lane said that it rests, and is not announced again.
    const later = await nextAt();
    if (later <= clock().getTime()) return 'on';
    isWaiting = true;
    const isCalled = await isWithin(hand.isEmpty() ? IDLE_MS : ORPHANED_MS / 2, called);
    isWaiting = false;
    if (isCalled || !hand.isEmpty() || isOver()) return 'on';
    const dueAt = later === Infinity ? null : new Date(later);
    return (await lanes.release(hold, { said: atRest, now: clock(), dueAt })) ? 'given' : 'on';
  };

  /** The webhook is there no more: what waits is given up until nothing is in hand, and nothing comes, that could wait again. */
  const retire = async (called: Promise<void>): Promise<LaneEnd | 'on'> => {
    const atRest = await sayNext(Infinity);
    if (!atRest) return 'given';
    const isLast = hand.isEmpty();
    await queue.skipAll(hold, Infinity);
    if (!isLast) return called.then(() => 'on');
    return (await lanes.retire(hold, { said: atRest, now: clock() })) ? 'given' : 'on';
  };

  const step = async (): Promise<LaneEnd | 'on'> => {
    const called = turn.next();
    const webhook = (await readReceiver())?.webhook;
    if (!webhook) return retire(called);
    if (webhook.status !== 'active') await queue.skipAll(hold, webhook.version);
    const batch = webhook.status === 'active' ? await due() : [];
    if (batch.length > 0) await sendAll(batch);
    else if (hand.isEmpty() || !(await isWithin(ANSWER_MS, called))) return rest(called);
    return 'on';
  };

  const run = async (): Promise<LaneEnd> => {
    try {
      while (!isOver()) {
        const next = await step();
        if (next !== 'on') return next;
      }
    } finally {
      while (!hand.isEmpty()) await turn.next();
    }
    const until = breaker.openUntil();
    if (!until || cut.aborted) return 'held';
    return (await lanes.open(hold, until)) ? 'given' : 'held';
  };

  const signals = [end, cut];
  for (const signal of signals) signal.addEventListener('abort', turn.call);
  const ended = run().finally(() => {
    for (const signal of signals) signal.removeEventListener('abort', turn.call);
  });
  return { wake: turn.call, isWaiting: () => isWaiting, ended };
};
