import { AppError } from '../error.ts';

/** Handles a request of so many bytes of body; throws `service_unavailable` when there is no room for it at the moment. */
export type BodyBudget = <Value>(bytes: number, handle: () => Promise<Value>) => Promise<Value>;

/** A body of up to this many bytes is never refused. */
const SMALL_BODY = 64 * 1024;
/** What becomes of a body (records, history, events) takes several times its bytes until it is committed. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

/**
 * Bounds the bodies that are worked on at the same time, so that a burst of large ones is told to wait and does not take the
 * memory of the process. One that comes alone is always taken: its route limits it.
 */
export const makeBodyBudget = (limit = BYTES_AT_ONCE): BodyBudget => {
  let held = 0;
  return async (bytes, handle) => {
    if (bytes > SMALL_BODY && held > 0 && held + bytes > limit)
      throw new AppError('service_unavailable', 'Many large requests are being worked on. Send it again.', {
        retryAfter: 2,
      });
    held += bytes;
    try {
      return await handle();
    } finally {
      held -= bytes;
    }
  };
};
