import type { IncomingMessage } from 'node:http';
import { AppError } from '@qsc/service-kit/edge';

const tooLarge = (limit: number): AppError =>
  new AppError('payload_too_large', `The body is too large. This path takes at most ${limit} bytes.`);

/** Refuses a body that is announced as too large, before any of it is read. Throws `payload_too_large`. */
export const requireBodyWithin = (request: IncomingMessage, limit: number): void => {
  const announced = request.headers['content-length'];
  if (announced !== undefined && Number(announced) > limit) throw tooLarge(limit);
};

/** Counts a body of unknown length while it streams, and calls `refuse` once when it grows too large. */
export const watchBody = (request: IncomingMessage, limit: number, refuse: (error: AppError) => void): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  let received = 0;
  const count = (chunk: Buffer): void => {
    received += chunk.length;
    if (received <= limit) return;
    request.off('data', count);
    refuse(tooLarge(limit));
  };
  request.on('data', count);
};
