import type { Clock } from '@qsc/service-kit';
import type { Request, Response } from 'express';
import type { FailureLimit } from '../session/failure-limit.ts';

/** Answers a request of the token service. */
export type Answer = (request: Request, response: Response) => Promise<void>;

/** Puts a limit before what answers. */
export type LimitSecrets = (answer: Answer) => Answer;

const UNAUTHORIZED = 401;

/**
 * Keeps an address from guessing client secrets, each of which costs a hash: after too many refused ones the endpoint answers
 * `rate_limit_exceeded` until the window has passed. Whether the client waits for its answer does not matter.
 */
export const limitSecrets =
  (refused: FailureLimit, clock: Clock): LimitSecrets =>
  (answer) =>
  async (request, response) => {
    const place = await refused.take([request.ip ?? 'unknown'], clock());
    try {
      await answer(request, response);
      if (response.statusCode === UNAUTHORIZED) await place.keepFailure();
    } finally {
      await place.end();
    }
  };
