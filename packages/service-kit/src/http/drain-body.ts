import type { IncomingMessage } from 'node:http';

const DRAINED_BYTES = 32 * 1024 * 1024;

/** Reads on what a client still sends after it was refused, so that it can read the answer; but not without end. */
export const drainBody = (request: IncomingMessage): void => {
  if (request.complete || request.destroyed) return;
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAINED_BYTES) request.destroy();
  });
  request.resume();
};
