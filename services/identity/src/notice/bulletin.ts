import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@qsc/contracts';
import { errorFields, type Log } from '@qsc/service-kit';
import type { NoticeStore } from './notice.store.ts';
import type { Notice } from './notice.ts';
import type { Watchers } from './watchers.ts';

/** Hands committed notices on to every watcher of every replica. */
export type Bulletin = {
  /** Registers this replica and follows the notices of the others. Resolves when it does. */
  start(): Promise<void>;
  /** Ends it at any moment, also while it starts. */
  stop(): Promise<void>;
  /** Resolves when every watcher, here and at the other replicas, has the notices or no longer trusts its caches. */
  deliver(notices: readonly Notice[]): Promise<void>;
  /** Whether notices of the other replicas arrive. */
  isSubscribed(): boolean;
};

type Parts = {
  store: NoticeStore;
  watchers: Watchers;
  /** What this replica itself does with a notice, before the watchers hear of it. */
  apply: (notice: Notice) => Promise<void>;
  /** Reads again what notices are about, since some may have been missed. */
  reload: () => Promise<void>;
  log: Log;
  /** After how long without an answer the database is away, in milliseconds. */
  silentMs?: number;
};

const RENEW_MS = 1_000;
const LEASE_MS = 2_500;
const OTHERS_MS = 3_500;
const SILENT_MS = 10_000;
const LOOK_MS = 20;
const RETRY_MS = 250;
const REMEMBER_MS = 60_000;

export const makeBulletin = ({ store, watchers, apply, reload, log, silentMs = SILENT_MS }: Parts): Bulletin => {
  const self = newId('request');
  const handled = new Map<string, Promise<void>>();
  const own = new Set<string>();
  let stream: ReturnType<NoticeStore['subscribe']> | undefined;
  let subscribed = false;
  let stopped = false;
  let renewedAt = 0;
  let registering: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let renewing: NodeJS.Timeout | undefined;
  let renewal: Promise<void> | undefined;

  /** What a notice is about could not be read: it is read again, here and, since they are disconnected, by every watcher. */
  const resubscribe = (): void => void stream?.close().catch(() => {});

  const handle = (notice: Notice): Promise<void> => {
    const before = handled.get(notice._id);
    if (before) return before;
    const handling = apply(notice).then(() => watchers.notify(notice));
    handled.set(notice._id, handling);
    handling.catch(() => {
      handled.delete(notice._id);
      resubscribe();
    });
    setTimeout(() => handled.delete(notice._id), REMEMBER_MS).unref();
    return handling;
  };

  /** When its lease cannot be renewed the others no longer wait for this replica, so its watchers are disconnected. */
  const cutAfter = (ms: number): void => {
    if (!stopped && Date.now() - renewedAt > ms) watchers.cutAll('The database is away.');
  };

  const renew = async (): Promise<void> => {
    try {
      await store.renew(self);
      renewedAt = Date.now();
    } catch (error) {
      log.warn('this replica could not say that it runs', errorFields(error));
      cutAfter(LEASE_MS);
    }
  };

  /**
   * A database that does not answer at all is not waited for without end; an answer that has come already counts. Until then
   * what another replica revokes is not heard of here, though that one waits no longer.
   */
  const keepLease = (): void => {
    renewal = renew();
    setImmediate(cutAfter, silentMs);
  };

  const take = (notice: Notice): void => {
    if (own.has(notice._id)) return;
    handle(notice)
      .then(() => store.markReceived([notice._id], self))
      .catch((error: unknown) => log.warn('a notice could not be handed on', errorFields(error)));
  };

  /** Follows until the cursor breaks; `tryNext` opens it, so that nothing committed later is missed. */
  const subscribe = async (opened: () => void): Promise<void> => {
    stream = store.subscribe();
    const first = await stream.tryNext();
    await reload();
    subscribed = true;
    opened();
    if (first) take(first.fullDocument);
    while (!stopped) take((await stream.next()).fullDocument);
  };

  const keepSubscribed = async (opened: () => void): Promise<void> => {
    while (!stopped) {
      await subscribe(opened).catch((error: unknown) => {
        if (!stopped) log.warn('notices of the other replicas do not arrive; subscribing again', errorFields(error));
      });
      subscribed = false;
      watchers.cutAll('Notices do not arrive.');
      await stream?.close().catch(() => {});
      if (!stopped) await pause(RETRY_MS);
    }
  };

  const awaitOthers = async (notice: Notice): Promise<void> => {
    const deadline = Date.now() + OTHERS_MS;
    while ((await store.missing(notice._id, self)).length > 0) {
      if (Date.now() > deadline)
        return void log.warn('a replica did not hand on a notice in time', { notice: notice._id });
      await pause(LOOK_MS);
    }
  };

  return {
    async start() {
      registering = store.renew(self);
      await registering;
      renewedAt = Date.now();
      if (stopped) return;
      renewing = setInterval(keepLease, RENEW_MS);
      await new Promise<void>((opened) => {
        running = keepSubscribed(opened);
      });
    },
    async stop() {
      stopped = true;
      clearInterval(renewing);
      watchers.stop();
      await registering?.catch(() => {});
      await stream?.close().catch(() => {});
      await running;
      // One that ended after the leaving would let this replica count as running.
      await renewal;
      if (renewedAt > 0) await store.leave(self);
    },
    async deliver(notices) {
      await Promise.all(
        notices.map(async (notice) => {
          own.add(notice._id);
          setTimeout(() => own.delete(notice._id), REMEMBER_MS).unref();
          await handle(notice);
          await awaitOthers(notice);
        }),
      );
    },
    isSubscribed: () => subscribed,
  };
};
