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
    await refused.take(address, clock());
    response.on('finish', () => {
      if (response.statusCode !== UNAUTHORIZED) void refused.giveBack(address).catch(() => {});
    });
    next();
  };

/** Keeps an address from filling the database with logins that it begins and does not finish, since each is kept for a while. */
export const limitAuthorize =
  (begun: Pick<FailureLimit, 'take'>, clock: Clock): RequestHandler =>
  async (request, _response, next) => {
    await begun.take(request.ip ?? 'unknown', clock());
    next();
  };
