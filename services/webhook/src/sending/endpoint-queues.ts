import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, errorFields, type Log, makeRunner, type Runner } from '@qsc/service-kit';
import type { EndpointQueueStore, QueueLease } from './endpoint-queue.store.ts';
import { type EndpointQueue, type EndpointQueueParts, startEndpointQueue } from './endpoint-queue.ts';

type Parts = {
  store: EndpointQueueStore;
  queue: EndpointQueueParts;
  clock: Clock;
  /** Real time, which decides on leases: a clock that a test sets does not. */
  leaseClock: Clock;
  log: Log;
};

/** A queue that is held until `leaseEnd`, which only its own claim and renewals extend. */
type HeldQueue = { lease: QueueLease; queue: EndpointQueue; cancel: AbortController; leaseEnd: number };

const POLL_MS = 100;
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 2_000;
/** How often leases that ran out are looked for. */
const EXPIRE_EVERY_MS = 200;
/** How long requests in flight may go on when the process stops. */
const LAST_ATTEMPTS_MS = 4_000;
/** The most queues of a process. What delays a receiver is the limit of requests, not this. */
const MAX_QUEUES = 2_000;

/**
 * The endpoint queues that this process sends from. It claims those that have something to send and no live holder: at once when
 * events are taken in here, every 100 ms for events of other replicas. It renews their leases for as long as it works on them.
 */
export const makeEndpointQueues = ({ store, queue: parts, clock, leaseClock, log }: Parts): Runner => {
  const held = new Map<string, HeldQueue>();
  const stopping = new AbortController();

  const addLease = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

  const dropLease = ({ lease }: HeldQueue): Promise<void> =>
    store.dropLease(lease).catch((error: unknown) => {
      log.warn('an endpoint queue was not released; its lease runs out', {
        webhook: lease.webhookId,
        ...errorFields(error),
      });
    });

  const start = (lease: QueueLease, leaseEnd: number): void => {
    const cancel = new AbortController();
    const queue = startEndpointQueue(lease, parts, { stop: stopping.signal, cancel: cancel.signal });
    const entry: HeldQueue = { lease, queue, cancel, leaseEnd };
    held.set(lease.webhookId, entry);
    void queue.ended
      .catch((error: unknown) => {
        log.warn('an endpoint queue failed and is started again', { webhook: lease.webhookId, ...errorFields(error) });
        return 'held' as const;
      })
      .then(async (end) => {
        if (end === 'held') await dropLease(entry);
        held.delete(lease.webhookId);
      });
  };

  const claim = async (signal: AbortSignal): Promise<void> => {
    if (held.size >= MAX_QUEUES) return;
    const leaseNow = leaseClock();
    const times = { now: clock(), leaseNow, leaseUntil: addLease(leaseNow) };
    for (const lease of await store.claim(times, [...held.keys()]))
      if (!signal.aborted) start(lease, times.leaseUntil.getTime());
  };

  const wakeHeld = async (): Promise<void> => {
    const waiting = [...held].filter(([, { queue }]) => queue.isWaiting()).map(([id]) => id);
    if (waiting.length === 0) return;
    for (const id of await store.findDue(waiting, clock())) held.get(id)?.queue.wake();
  };

  const poll = makeRunner({
    name: 'endpoint queues',
    pass: async (signal) => void (await Promise.all([claim(signal), wakeHeld()])),
    everyMs: POLL_MS,
    log,
  });

  const cancelAll = (queues: readonly HeldQueue[]): void => {
    for (const { cancel } of queues) cancel.abort(new Error('Another replica holds the endpoint queue.'));
  };

  const renew = async (): Promise<void> => {
    const leaseUntil = addLease(leaseClock());
    const entries = [...held.values()];
    const renewed = await store.renew([...held.keys()], leaseUntil);
    const isRenewed = ({ lease }: HeldQueue): boolean => renewed.has(lease.webhookId);
    for (const entry of entries.filter(isRenewed)) entry.leaseEnd = leaseUntil.getTime();
    cancelAll(entries.filter((entry) => !isRenewed(entry)));
  };

  /** Does not ask the database: while it does not answer, another replica may hold the queue already. */
  const expire = async (): Promise<void> => {
    const now = leaseClock().getTime();
    cancelAll([...held.values()].filter(({ leaseEnd }) => leaseEnd <= now));
  };

  const leases = [
    makeRunner({ name: 'leases of endpoint queues', pass: renew, everyMs: RENEW_EVERY_MS, log }),
    makeRunner({ name: 'expired leases of endpoint queues', pass: expire, everyMs: EXPIRE_EVERY_MS, log }),
  ];

  return {
    start(signal) {
      poll.start(signal);
      for (const runner of leases) runner.start(stopping.signal);
    },
    wake: poll.wake,
    async stop() {
      await poll.stop();
      stopping.abort();
      const timeout = new AbortController();
      const entries = [...held.values()];
      void wait(LAST_ATTEMPTS_MS, undefined, { signal: timeout.signal }).then(
        () => {
          cancelAll(entries);
          return parts.recorder.stop();
        },
        () => {},
      );
      await Promise.allSettled(entries.map(({ queue }) => queue.ended));
      timeout.abort();
      await Promise.all(leases.map((runner) => runner.stop()));
      await Promise.all(entries.filter(({ lease }) => held.has(lease.webhookId)).map(dropLease));
    },
  };
};
