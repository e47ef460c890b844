import { AppError } from '@qsc/service-kit/edge';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Milliseconds } from '../rate-limit/limiter.ts';

/** The service could not be reached, or broke the connection before it answered. Its own errors are answers. */
export class UpstreamAway extends Error {
  constructor(cause: unknown) {
    super('the service does not answer', { cause });
    this.name = 'UpstreamAway';
  }
}

/** The service took the request and gave no answer in time, though it lives: that says nothing of other requests. */
export class UpstreamLate extends Error {
  constructor(cause: unknown) {
    super('the service is late', { cause });
    this.name = 'UpstreamLate';
  }
}

/** The client left before the service answered. */
export class ClientGone extends Error {
  constructor() {
    super('the client is gone');
    this.name = 'ClientGone';
  }
}

export type Circuit = {
  /**
   * Runs the work unless the circuit is open; the work is told whether it is the one request that others wait for. Throws
   * `service_unavailable` when the circuit is open, or the service is away or late.
   */
  run(work: (isProbe: boolean) => Promise<void>): Promise<void>;
  /** 0 closed, 1 open, 2 half open. */
  state(): number;
};

const FAILURES = 5;
const OPEN_MS = 1_000;
const STATES = ['closed', 'open', 'half_open', 'open'] as const;

export type CircuitStateName = (typeof STATES)[number];

export type CircuitHooks = {
  now: Milliseconds;
  onChange: (state: CircuitStateName) => void;
  onFailure: (error: UpstreamAway | UpstreamLate) => void;
};

const away = (cause: unknown): AppError =>
  new AppError('service_unavailable', 'A part of the service does not answer. Try again.', {
    retryAfter: OPEN_MS / 1000,
    cause,
  });

/**
 * Opens after five failures in a row, so that a service that is away costs its callers nothing and is not stormed when it
 * comes back; after a second one request is let through to see, and the others are refused until it is answered.
 */
export const makeCircuit = ({ now, onChange, onFailure }: CircuitHooks): Circuit => {
  let openedAt = 0;
  // The library counts by the system's time, which a test cannot set; what it asks for is answered by the clock.
  const pause: IBackoff<unknown> = {
    get duration() {
      return now() - openedAt < OPEN_MS ? Number.POSITIVE_INFINITY : 0;
    },
    next: () => pause,
  };
  const isFailure = (error: unknown): boolean =>
    error instanceof UpstreamAway || (error instanceof ClientGone && policy.state === CircuitState.HalfOpen);
  const policy = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: pause,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  policy.onBreak(() => {
    openedAt = now();
  });
  policy.onStateChange((state) => onChange(STATES[state]));

  return {
    async run(work) {
      if (policy.state === CircuitState.HalfOpen) throw away(undefined);
      try {
        await policy.execute(() => work(policy.state === CircuitState.HalfOpen));
      } catch (error) {
        const hasFailed = error instanceof UpstreamAway || error instanceof UpstreamLate;
        if (hasFailed) onFailure(error);
        if (hasFailed || isBrokenCircuitError(error)) throw away(error);
        throw error;
      }
    },
    state: () => policy.state,
  };
};
