import { LATENCY_CLASSES, type LatencyClass } from './latency.ts';
import { byCost, makeRequestUsage, type ReceiverUsage } from './request-usage.ts';

/** Ends a request and admits the next one. Called once. */
export type Release = () => void;

/** The receiver of a request. Its latency class is read again whenever a request may be admitted. */
export type Requester = { orgId: string; webhookId: string; latency: () => LatencyClass };

export type RequestLimiter = {
  /** Resolves when one more request to this receiver may start. */
  acquire(requester: Requester): Promise<Release>;
};

/** The most requests of a process. All of them may go to one origin, which can serve many webhooks. */
export const MAX_REQUESTS = 200;

/**
 * The most requests to receivers of each class and of slower ones together. However many slow receivers wait, an unknown one
 * can show how fast it is, and a fast one is always served.
 */
const LIMITS: Record<LatencyClass, number> = { slow: 100, unknown: 150, fast: MAX_REQUESTS };
/** The parts of the limit for unknown receivers that are reserved for receivers without a request, and for organisations without one. */
const RESERVED_FOR_RECEIVERS = 0.2;
const RESERVED_FOR_ORGANISATIONS = 0.1;

/**
 * Limits the requests that are in flight or not yet recorded. Queued requests are admitted from each latency class in turn, and
 * within a class from the receiver with the lowest recent cost. `now` is in milliseconds.
 */
export const makeRequestLimiter = (
  now = () => performance.now(),
  limits: Record<LatencyClass, number> = LIMITS,
): RequestLimiter => {
  const usage = makeRequestUsage(now);
  const inFlight: Record<LatencyClass, number> = { slow: 0, unknown: 0, fast: 0 };
  const waiting: Record<LatencyClass, Set<ReceiverUsage>> = { slow: new Set(), unknown: new Set(), fast: new Set() };
  let order: readonly LatencyClass[] = LATENCY_CLASSES;
  let wasReclassified = false;

  const countFree = (latency: LatencyClass): number => {
    let sum = 0;
    let least = Infinity;
    for (const one of LATENCY_CLASSES) {
      sum += inFlight[one];
      if (LATENCY_CLASSES.indexOf(one) >= LATENCY_CLASSES.indexOf(latency)) least = Math.min(least, limits[one] - sum);
    }
    return least;
  };

  /** How many free requests are reserved for other receivers. */
  const countReserved = (receiver: ReceiverUsage): number => {
    if (receiver.latency !== 'unknown' || receiver.organisation.inFlight === 0) return 0;
    return limits.unknown * (receiver.inFlight === 0 ? RESERVED_FOR_ORGANISATIONS : RESERVED_FOR_RECEIVERS);
  };

  /** Counts the receiver's requests, in flight and queued, under its current class. */
  const reclassify = (receiver: ReceiverUsage, latency: LatencyClass): void => {
    if (receiver.latency === latency) return;
    wasReclassified = true;
    inFlight[receiver.latency] -= receiver.inFlight;
    inFlight[latency] += receiver.inFlight;
    if (waiting[receiver.latency].delete(receiver)) waiting[latency].add(receiver);
    receiver.latency = latency;
  };

  const start = (receiver: ReceiverUsage): Release => {
    inFlight[receiver.latency] += 1;
    const end = usage.start(receiver);
    return () => {
      inFlight[receiver.latency] -= 1;
      end();
      const [next] = receiver.queued;
      if (next) reclassify(receiver, next.latency());
      admitAll();
    };
  };

  const findNext = (latency: LatencyClass): ReceiverUsage | undefined => {
    const free = waiting[latency].size === 0 ? 0 : countFree(latency);
    if (free <= 0) return undefined;
    let next: ReceiverUsage | undefined;
    for (const one of waiting[latency]) {
      if (next && byCost(one, next) >= 0) continue;
      reclassify(one, one.queued[0]?.latency() ?? latency);
      if (one.latency === latency && free > countReserved(one)) next = one;
    }
    return next;
  };

  /** Admits one queued request. False where none may start. */
  const admit = (): boolean => {
    for (const latency of order) {
      const next = findNext(latency);
      if (!next) continue;
      order = [...order.filter((one) => one !== latency), latency];
      waiting[latency].delete(next);
      next.queued.shift()?.start();
      if (next.queued.length > 0) waiting[latency].add(next);
      return true;
    }
    return false;
  };

  /** Repeats after a change of class: the pass may have gone by the new class already. */
  const admitAll = (): void => {
    do wasReclassified = false;
    while (admit() || wasReclassified);
  };

  return {
    acquire({ orgId, webhookId, latency }) {
      const receiver = usage.get(orgId, webhookId);
      wasReclassified = false;
      reclassify(receiver, latency());
      if (wasReclassified) admitAll();
      const isNext = receiver.queued.length === 0 && countFree(receiver.latency) > countReserved(receiver);
      if (isNext) return Promise.resolve(start(receiver));
      return new Promise((resolve) => {
        receiver.queued.push({ latency, start: () => resolve(start(receiver)) });
        waiting[receiver.latency].add(receiver);
      });
    },
  };
};
