import { AppError } from '../error.ts';

/** A body by its bytes, and by the values that it holds. */
export type BodySize = { bytes: number; values: number };

/** Both throw `service_unavailable` when there is no room for such a body at the moment. */
export type BodyBudget = {
  /** Before a body is parsed, whose values are not counted yet. */
  requireRoom(size: BodySize): void;
  /** Handles a request with the body. */
  hold<Value>(size: BodySize, handle: () => Promise<Value>): Promise<Value>;
};

/** A body of up to this many bytes is never refused. */
const SMALL_BODY = 64 * 1024;
/** What becomes of a body (records, history, events) takes several times its bytes until it is committed. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;
/** What a value counts for beside its bytes: it becomes a path, a change and a key of an index, however short it is. */
const BYTES_OF_VALUE = 32;

/**
 * Bounds the bodies that are worked on at the same time, so that a burst of large ones has to wait and does not take the
 * memory of the process. One that comes alone is always taken: its route limits it.
 */
export const makeBodyBudget = (limit = BYTES_AT_ONCE): BodyBudget => {
  let held = 0;
  const computeWeight = ({ bytes, values }: BodySize): number => bytes + values * BYTES_OF_VALUE;

  const requireRoom = (size: BodySize): void => {
    if (size.bytes > SMALL_BODY && held > 0 && held + computeWeight(size) > limit)
      throw new AppError('service_unavailable', 'Many large requests are being worked on. Send it again.', {
        retryAfter: 2,
      });
  };

  return {
    requireRoom,
    async hold(size, handle) {
      requireRoom(size);
      held += computeWeight(size);
      try {
        return await handle();
      } finally {
        held -= computeWeight(size);
      }
    },
  };
};
