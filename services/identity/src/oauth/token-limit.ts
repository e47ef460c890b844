import type { Clock } from '@qsc/service-kit';
import type { RequestHandler } from 'express';
import type { FailureLimit } from '../session/failure-limit.ts';

const UNAUTHORIZED = 401;

/**
 * Keeps an address from guessing client secrets, each of which costs a hash: after too many refused ones the token endpoint
 * answers `rate_limit_exceeded` until the window has passed.
 */
export const limitToken =
  (refused: FailureLimit, clock: Clock): RequestHandler =>
  async (request, response, next) => {
    const address = request.ip ?? 'unknown';
    await refused.check(address, clock());
    response.on('finish', () => {
      if (response.statusCode === UNAUTHORIZED) void refused.add(address, clock()).catch(() => {});
    });
    next();
  };
