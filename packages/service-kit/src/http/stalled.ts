import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a client may take nothing of an answer that waits for it. Node looks twice where a part of it was taken, and
 * notices what was taken a megabyte at a time.
 */
const STALLED_MS = 10 * 60_000;

const REQUESTS = ['request', 'checkContinue', 'checkExpectation'];

/** An answer that is still being made has its time; one that waits to be read has had it. */
const endUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** Ends connections whose clients read nothing of their answers: they would be held for as long as the client likes. */
export const endStalled = (server: Server): void => {
  server.setTimeout(STALLED_MS);
  const watch = (_request: IncomingMessage, response: ServerResponse) => response.on('timeout', endUnread);
  for (const event of REQUESTS) if (server.listenerCount(event) > 0) server.prependListener(event, watch);
};
