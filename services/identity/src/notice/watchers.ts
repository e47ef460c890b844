import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { WatchAck__Output } from '@qsc/contracts/grpc/identity/v1/WatchAck';
import type { WatchNotice } from '@qsc/contracts/grpc/identity/v1/WatchNotice';
import { errorFields, type Log, type RevokedTokens } from '@qsc/service-kit';
import { type Notice, toWatchNotice } from './notice.ts';

export type WatchStream = ServerDuplexStream<WatchAck__Output, WatchNotice>;

export type Watchers = {
  /** Takes a watcher: first the snapshot, then every notice from now on. */
  watch(stream: WatchStream): void;
  /** Resolves when every watcher has acknowledged the notice, has left, or can no longer trust what it knows. */
  notify(notice: Notice): Promise<void>;
  /** Ends every watch; the watchers start again with a fresh snapshot. */
  cutAll(reason: string): void;
  count(): number;
  stop(): void;
};

type Watcher = {
  stream: WatchStream;
  opened: Promise<void>;
  sequence: number;
  lastSeenAt: number;
  waiting: Map<number, () => void>;
};

type Parts = {
  snapshot: () => Promise<RevokedTokens[]>;
  isSubscribed: () => boolean;
  log: Log;
  /** How long a watcher may take to acknowledge a notice, in milliseconds. */
  cutMs?: number;
};

const HEARTBEAT_MS = 1_000;

/** A watcher that hears nothing for three seconds stops trusting its caches: then nobody need wait for it any longer. */
const CUT_MS = 3_000;

const SILENT_MS = 10_000;

/** The watchers of this replica: gateways that must hear what their caches have to drop. */
export const makeWatchers = ({ snapshot, isSubscribed, log, cutMs = CUT_MS }: Parts): Watchers => {
  const watchers = new Set<Watcher>();

  const leave = (watcher: Watcher): void => {
    watchers.delete(watcher);
    for (const settle of [...watcher.waiting.values()]) settle();
  };

  const cut = (watcher: Watcher, reason: string): void => {
    watcher.stream.emit('error', { code: status.UNAVAILABLE, details: reason });
    leave(watcher);
  };

  /** Sends after the snapshot, unless the watcher has left meanwhile. */
  const send = (watcher: Watcher, notice: WatchNotice): void => {
    void watcher.opened.then(() => {
      if (watchers.has(watcher)) watcher.stream.write(notice);
    });
  };

  const notifyOne = (watcher: Watcher, notice: Notice): Promise<void> =>
    new Promise((resolve) => {
      watcher.sequence += 1;
      const { sequence } = watcher;
      const settle = () => {
        clearTimeout(limit);
        watcher.waiting.delete(sequence);
        resolve();
      };
      const limit = setTimeout(() => {
        log.warn('a watcher does not answer and was cut off', { notice: notice._id });
        cut(watcher, 'No acknowledgement came in time.');
      }, cutMs);
      watcher.waiting.set(sequence, settle);
      send(watcher, toWatchNotice(notice, sequence));
    });

  const beat = (): void => {
    for (const watcher of watchers) {
      if (Date.now() - watcher.lastSeenAt > SILENT_MS) cut(watcher, 'No acknowledgement came for ten seconds.');
      else send(watcher, { heartbeat: { sequence: 0 } });
    }
  };
  const begin = async (watcher: Watcher): Promise<void> => {
    try {
      const revocations = (await snapshot()).map((revocation) => ({ sequence: 0, ...revocation }));
      watcher.stream.write({ snapshot: { revocations } });
    } catch (error) {
      log.warn('a watch could not begin', errorFields(error));
      cut(watcher, 'Not ready yet.');
    }
  };
  const heartbeat = setInterval(beat, HEARTBEAT_MS);
  heartbeat.unref();

  return {
    watch(stream) {
      if (!isSubscribed()) return void stream.emit('error', { code: status.UNAVAILABLE, details: 'Not ready yet.' });
      const watcher: Watcher = {
        stream,
        opened: Promise.resolve(),
        sequence: 0,
        lastSeenAt: Date.now(),
        waiting: new Map(),
      };
      watchers.add(watcher);
      watcher.opened = begin(watcher);
      stream.on('data', ({ sequence }: WatchAck__Output) => {
        watcher.lastSeenAt = Date.now();
        watcher.waiting.get(Number(sequence))?.();
      });
      stream.on('end', () => stream.end());
      for (const ending of ['end', 'cancelled', 'close', 'error']) stream.on(ending, () => leave(watcher));
    },
    async notify(notice) {
      await Promise.all([...watchers].map((watcher) => notifyOne(watcher, notice)));
    },
    cutAll(reason) {
      for (const watcher of [...watchers]) cut(watcher, reason);
    },
    count: () => watchers.size,
    stop() {
      clearInterval(heartbeat);
      for (const watcher of [...watchers]) {
        leave(watcher);
        watcher.stream.end();
      }
    },
  };
};
