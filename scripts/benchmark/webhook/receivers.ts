import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** `slow` answers after ten seconds, `failing` with 500, and `deaf` never accepts a connection. */
export type ReceiverKind = 'fast' | 'slow' | 'failing' | 'deaf';

/** What came to the fast receivers, and how long after its event. */
export type Arrivals = { count: number; first_ms: number; last_ms: number; delays_ms: number[] };

export type Requested = { ask: 'open'; kind: ReceiverKind } | { ask: 'arrivals' | 'count' | 'bodies' | 'clear' };

/** Receivers in a process of their own on 127.0.0.1. */
export type Receivers = {
  /** Opens another one and gives its address. */
  open(kind: ReceiverKind): Promise<string>;
  /** Waits until the fast ones have had so many. Throws when nothing comes any more. */
  has(count: number): Promise<Arrivals>;
  /** What they were sent, by the id of the message. */
  bodies(): Promise<[id: string, body: string][]>;
  /** Forgets what has come. */
  clear(): Promise<void>;
  close(): void;
};

const LOOK_MS = 100;
const TIMEOUT_MS = 60_000;

/** Starts the process. One question is asked at a time. */
export const startReceivers = (): Receivers => {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'));

  const ask = async <Answer>(requested: Requested): Promise<Answer> => {
    const answered = once(child, 'message');
    child.send(requested);
    const [answer] = await answered;
    return answer;
  };

  return {
    open: (kind) => ask({ ask: 'open', kind }),
    async has(count) {
      let seen = 0;
      for (let since = performance.now(); performance.now() - since < TIMEOUT_MS; await pause(LOOK_MS)) {
        const now = await ask<number>({ ask: 'count' });
        if (now >= count) return ask({ ask: 'arrivals' });
        if (now > seen) since = performance.now();
        seen = now;
      }
      throw new Error(`Of ${count} deliveries ${seen} have come.`);
    },
    bodies: () => ask({ ask: 'bodies' }),
    clear: () => ask({ ask: 'clear' }),
    close: () => void child.disconnect(),
  };
};
