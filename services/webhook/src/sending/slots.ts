import { SPEEDS, type Speed } from './pace.ts';
import { bySpent, makePlaceTime, type Sharer } from './place-time.ts';

/** The right to one request; called once, it gives the right back. */
export type Release = () => void;

/** Who asks for a place. Its speed is asked for again when a place is free. */
export type Asker = { orgId: string; webhookId: string; speed: () => Speed };

export type Slots = { take(asker: Asker): Promise<Release> };

/** The most requests of a process. Each may go to the same origin, where many webhooks can be. */
export const REQUESTS_AT_ONCE = 200;

/**
 * How many requests receivers of that speed may have, those of slower ones counted in: whatever the slow ones do, one that
 * nobody knows yet finds a place to show what it is, and one that is fast always does.
 */
const LIMITS: Record<Speed, number> = { slow: 100, unknown: 150, fast: REQUESTS_AT_ONCE };
/** The parts of the places of unknown receivers that those alone get which have no request, and whose organisation has none. */
const KEPT_FOR_RECEIVERS = 0.2;
const KEPT_FOR_ORGANISATIONS = 0.1;

/**
 * Requests that may be under way or not yet recorded. Who waits is served one speed after the other, and of each the receiver
 * that has spent least. `now` is in milliseconds.
 */
export const makeSlots = (now = () => performance.now(), limits: Record<Speed, number> = LIMITS): Slots => {
  const placeTime = makePlaceTime(now);
  const taken: Record<Speed, number> = { slow: 0, unknown: 0, fast: 0 };
  const waiting: Record<Speed, Set<Sharer>> = { slow: new Set(), unknown: new Set(), fast: new Set() };
  let order: readonly Speed[] = SPEEDS;
  let isJudgedAnew = false;

  const free = (speed: Speed): number => {
    let sum = 0;
    let least = Infinity;
    for (const one of SPEEDS) {
      sum += taken[one];
      if (SPEEDS.indexOf(one) >= SPEEDS.indexOf(speed)) least = Math.min(least, limits[one] - sum);
    }
    return least;
  };

  /** How many free places are kept for others. */
  const kept = ({ speed, held, organisation }: Sharer): number => {
    if (speed !== 'unknown' || organisation.held === 0) return 0;
    return limits.unknown * (held === 0 ? KEPT_FOR_ORGANISATIONS : KEPT_FOR_RECEIVERS);
  };

  /** What it holds and waits for counts as that of a receiver which is as fast as it is by now. */
  const judge = (sharer: Sharer, speed: Speed): void => {
    if (sharer.speed === speed) return;
    isJudgedAnew = true;
    taken[sharer.speed] -= sharer.held;
    taken[speed] += sharer.held;
    if (waiting[sharer.speed].delete(sharer)) waiting[speed].add(sharer);
    sharer.speed = speed;
  };

  const occupy = (sharer: Sharer): Release => {
    taken[sharer.speed] += 1;
    const end = placeTime.begin(sharer);
    return () => {
      taken[sharer.speed] -= 1;
      end();
      const [ask] = sharer.asks;
      if (ask) judge(sharer, ask.speed());
      serveAll();
    };
  };

  const firstOf = (speed: Speed): Sharer | undefined => {
    const places = waiting[speed].size === 0 ? 0 : free(speed);
    if (places <= 0) return undefined;
    let first: Sharer | undefined;
    for (const one of waiting[speed]) {
      if (first && bySpent(one, first) >= 0) continue;
      judge(one, one.asks[0]?.speed() ?? speed);
      if (one.speed === speed && places > kept(one)) first = one;
    }
    return first;
  };

  /** Whether one that waited has got a place. */
  const serve = (): boolean => {
    for (const speed of order) {
      const first = firstOf(speed);
      if (!first) continue;
      order = [...order.filter((one) => one !== speed), speed];
      waiting[speed].delete(first);
      first.asks.shift()?.begin();
      if (first.asks.length > 0) waiting[speed].add(first);
      return true;
    }
    return false;
  };

  /** Who was found to have another speed may be one that this pass has gone by. */
  const serveAll = (): void => {
    do isJudgedAnew = false;
    while (serve() || isJudgedAnew);
  };

  return {
    take({ orgId, webhookId, speed }) {
      const sharer = placeTime.of(orgId, webhookId);
      isJudgedAnew = false;
      judge(sharer, speed());
      if (isJudgedAnew) serveAll();
      const isNext = sharer.asks.length === 0 && free(sharer.speed) > kept(sharer);
      if (isNext) return Promise.resolve(occupy(sharer));
      return new Promise((resolve) => {
        sharer.asks.push({ speed, begin: () => resolve(occupy(sharer)) });
        waiting[sharer.speed].add(sharer);
      });
    },
  };
};
