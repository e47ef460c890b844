import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** A time in which no request is answered. */
export type Silence = {
  /** Resolves when a request waits. */
  reached: Promise<void>;
  /** Ends it; requests that waited never get an answer. */
  end(): void;
};

/** Silences of a server, one at a time. */
export const makeQuiet = () => {
  const waiting = new Set<Socket>();
  let meet: (() => void) | null = null;
  return {
    /** Whether it is silent, and the request has to wait. */
    keeps({ socket }: IncomingMessage): boolean {
      if (meet === null) return false;
      waiting.add(socket);
      meet();
      return true;
    },
    begin(): Silence {
      const first = Promise.withResolvers<void>();
      meet = first.resolve;
      return {
        reached: first.promise,
        end() {
          meet = null;
          for (const socket of waiting) socket.destroy();
          waiting.clear();
        },
      };
    },
  };
};
