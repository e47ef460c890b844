import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log, makeRunner, type Runner } from '@qsc/service-kit';
import type { Hold, LaneStore } from './lane.store.ts';
import { type Lane, type LaneParts, startLane } from './lane.ts';

type Parts = {
  store: LaneStore;
  lane: LaneParts;
  clock: Clock;
  /** Real time, by which leases run: a clock that a test sets has no part in who holds a lane. */
  leaseClock: Clock;
  log: Log;
};

type Held = { hold: Hold; lane: Lane; cut: AbortController };

const POLL_MS = 100;
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** How long attempts that are under way may go on when the process stops. */
const LAST_ATTEMPTS_MS = 4_000;
/** The most lanes that a process holds: what keeps a receiver from its turn is the places of its requests, not this. */
const LANES = 2_000;

/**
 * The lanes that this process sends by. It takes those that have something to send and no living holder, at once when events
 * were taken in here and every 100 ms for those of other replicas, and keeps their leases for as long as it works on them.
 */
export const makeLanes = ({ store, lane: parts, clock, leaseClock, log }: Parts): Runner => {
  const held = new Map<string, Held>();
  const ending = new AbortController();
  let leaseEnd = 0;

  const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

  const letGo = ({ hold }: Held): Promise<void> =>
    store.letGo(hold).catch((error: unknown) => {
      log.warn('a lane was not given back; it runs out', { webhook: hold.webhookId, ...errorFields(error) });
    });

  const begin = (hold: Hold): void => {
    const cut = new AbortController();
    const lane = startLane(hold, parts, { end: ending.signal, cut: cut.signal });
    const mine: Held = { hold, lane, cut };
    held.set(hold.webhookId, mine);
    void lane.ended
      .catch((error: unknown) => {
        log.warn('a lane failed; it is begun again', { webhook: hold.webhookId, ...errorFields(error) });
        return 'held' as const;
      })
      .then(async (how) => {
        if (how === 'held') await letGo(mine);
        held.delete(hold.webhookId);
      });
  };

  const claim = async (signal: AbortSignal): Promise<void> => {
    if (held.size >= LANES) return;
    const leaseNow = leaseClock();
    const times = { now: clock(), leaseNow, leaseUntil: leaseFrom(leaseNow) };
    for (const hold of await store.claim(times, [...held.keys()])) {
      leaseEnd = Math.max(leaseEnd, times.leaseUntil.getTime());
      if (!signal.aborted) begin(hold);
    }
  };

  const wakeHeld = async (): Promise<void> => {
    const waiting = [...held].filter(([, { lane }]) => lane.isWaiting()).map(([id]) => id);
    if (waiting.length === 0) return;
    for (const id of await store.dueAmong(waiting, clock())) held.get(id)?.lane.wake();
  };

  const poll = makeRunner({
    name: 'lanes',
    pass: async (signal) => void (await Promise.all([claim(signal), wakeHeld()])),
    everyMs: POLL_MS,
    log,
  });

  const lose = (isLost: (id: string) => boolean): void => {
    for (const [id, { cut }] of held) if (isLost(id)) cut.abort(new Error('The lane is another replica’s.'));
  };

  const renew = async (): Promise<void> => {
    const asked = leaseClock();
    const before = new Set(held.keys());
    try {
      const kept = await store.renew([...before], leaseFrom(asked));
      leaseEnd = leaseFrom(asked).getTime();
      lose((id) => before.has(id) && !kept.has(id));
    } catch (error) {
      if (leaseClock().getTime() >= leaseEnd) lose(() => true);
      throw error;
    }
  };

  const leases = makeRunner({ name: 'leases of lanes', pass: renew, everyMs: RENEW_EVERY_MS, log });

  return {
    start(signal) {
      poll.start(signal);
      leases.start(ending.signal);
    },
    wake: poll.wake,
    async stop() {
      await poll.stop();
      ending.abort();
      const late = new AbortController();
      const all = [...held.values()];
      void wait(LAST_ATTEMPTS_MS, undefined, { signal: late.signal }).then(
        () => {
          lose(() => true);
          return parts.recorder.stop();
        },
        () => {},
      );
      await Promise.allSettled(all.map(({ lane }) => lane.ended));
      late.abort();
      await leases.stop();
      await Promise.all(all.filter(({ hold }) => held.has(hold.webhookId)).map(letGo));
    },
  };
};
