import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How long a client may take nothing of an answer that waits for it. Node looks twice where a part of it was taken, and is told of
 * what was taken a megabyte at a time.
 */
const STALLED_MS = 10 * 60_000;

const REQUESTS = ['request', 'checkContinue', 'checkExpectation'];

/** Hears of every request that somebody answers, before it is answered: who listens for one of them takes it upon himself. */
export const noteRequests = (
  server: Server,
  note: (request: IncomingMessage, response: ServerResponse) => void,
): void => {
  for (const event of REQUESTS) if (server.listenerCount(event) > 0) server.prependListener(event, note);
};

/** An answer that is still being made has its time; one that waits to be read has had it. */
const endUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** Ends connections whose clients read nothing of their answers: they would be held for as long as the client likes. */
export const endStalled = (server: Server): void => {
  server.setTimeout(STALLED_MS);
  noteRequests(server, (_request, response) => response.on('timeout', endUnread));
};
