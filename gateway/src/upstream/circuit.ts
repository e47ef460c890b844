import { AppError } from '@qsc/service-kit/edge';
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel';

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

/** The client of the one request that others wait for left, which showed nothing about the service. */
class ProbeGone extends Error {
  readonly left: ClientGone;
  constructor(left: ClientGone) {
    super('the client of the probe is gone');
    this.left = left;
  }
}

/** The one request that others wait for; it `passes` where the service has it, and it waits for its own client alone. */
export type Probe = { passes: () => void };

export type Circuit = {
  /**
   * Runs the work unless the circuit is open; the work gets the probe where it is the one request that others wait for. Throws
   * `service_unavailable` when the circuit is open, or the service is away or late.
   */
  run(work: (probe: Probe | null) => Promise<void>): Promise<void>;
  /** 0 closed, 1 open, 2 half open. */
  state(): number;
};

const FAILURES = 5;
const OPEN_MS = 1_000;
const STATES = ['closed', 'open', 'half_open', 'open'] as const;

export type CircuitStateName = (typeof STATES)[number];

export type CircuitHooks = {
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
 * comes back; after a second one request is let through to see, and the others are refused until it is answered, or waits for
 * its own client alone.
 */
export const makeCircuit = ({ onChange, onFailure }: CircuitHooks): Circuit => {
  const isFailure = (error: unknown): boolean => error instanceof UpstreamAway || error instanceof ProbeGone;
  const policy = circuitBreaker(handleWhen(isFailure), {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  policy.onStateChange((state) => onChange(STATES[state]));

  /** What the circuit goes by: the end of the work, or for a probe that it waits for nothing but its own client. */
  const begin = (work: Parameters<Circuit['run']>[0]): { ended: Promise<void>; checked: Promise<void> } => {
    if (policy.state !== CircuitState.HalfOpen) {
      const ended = work(null);
      return { ended, checked: ended };
    }
    const passed = Promise.withResolvers<void>();
    const ended = work({ passes: passed.resolve });
    const checked = Promise.race([ended, passed.promise]).catch((error: unknown) => {
      throw error instanceof ClientGone ? new ProbeGone(error) : error;
    });
    return { ended, checked };
  };

  return {
    async run(work) {
      if (policy.state === CircuitState.HalfOpen) throw away(undefined);
      let ended: Promise<void> | undefined;
      try {
        await policy.execute(() => {
          const started = begin(work);
          ended = started.ended;
          return started.checked;
        });
        await ended;
      } catch (failure) {
        const error = failure instanceof ProbeGone ? failure.left : failure;
        const hasFailed = error instanceof UpstreamAway || error instanceof UpstreamLate;
        if (hasFailed) onFailure(error);
        if (hasFailed || isBrokenCircuitError(error)) throw away(error);
        throw error;
      }
    },
    state: () => policy.state,
  };
};
