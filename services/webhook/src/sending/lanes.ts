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

/** A lane that is held until `leaseEnd`, which its own claim and renewals alone put off. */
type Held = { hold: Hold; lane: Lane; cut: AbortController; leaseEnd: number };

const POLL_MS = 100;
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** How soon after the end of its lease a lane that was not renewed is given up. */
const LAPSE_EVERY_MS = 200;
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

  const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

  const letGo = ({ hold }: Held): Promise<void> =>
    store.letGo(hold).catch((error: unknown) => {
      log.warn('a lane was not given back; it runs out', { webhook: hold.webhookId, ...errorFields(error) });
    });

  const begin = (hold: Hold, leaseEnd: number): void => {
    const cut = new AbortController();
    const lane = startLane(hold, parts, { end: ending.signal, cut: cut.signal });
    const mine: Held = { hold, lane, cut, leaseEnd };
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
    for (const hold of await store.claim(times, [...held.keys()]))
      if (!signal.aborted) begin(hold, times.leaseUntil.getTime());
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

  const lose = (lanes: readonly Held[]): void => {
    for (const { cut } of lanes) cut.abort(new Error('The lane is another replica’s.'));
  };

  const renew = async (): Promise<void> => {
    const leaseUntil = leaseFrom(leaseClock());
    const mine = [...held.values()];
    const kept = await store.renew([...held.keys()], leaseUntil);
    const isKept = ({ hold }: Held): boolean => kept.has(hold.webhookId);
    for (const one of mine.filter(isKept)) one.leaseEnd = leaseUntil.getTime();
    lose(mine.filter((one) => !isKept(one)));
  };

  /** Asks nobody: a database that does not answer must not keep a lane here that another replica may have by now. */
  const lapse = async (): Promise<void> => {
    const now = leaseClock().getTime();
    lose([...held.values()].filter(({ leaseEnd }) => leaseEnd <= now));
  };

  const leases = [
    makeRunner({ name: 'leases of lanes', pass: renew, everyMs: RENEW_EVERY_MS, log }),
    makeRunner({ name: 'lapsed leases of lanes', pass: lapse, everyMs: LAPSE_EVERY_MS, log }),
  ];

  return {
    start(signal) {
      poll.start(signal);
      for (const runner of leases) runner.start(ending.signal);
    },
    wake: poll.wake,
    async stop() {
      await poll.stop();
      ending.abort();
      const late = new AbortController();
      const all = [...held.values()];
      void wait(LAST_ATTEMPTS_MS, undefined, { signal: late.signal }).then(
        () => {
          lose(all);
          return parts.recorder.stop();
        },
        () => {},
      );
      await Promise.allSettled(all.map(({ lane }) => lane.ended));
      late.abort();
      await Promise.all(leases.map((runner) => runner.stop()));
      await Promise.all(all.filter(({ hold }) => held.has(hold.webhookId)).map(letGo));
    },
  };
};
