/** The normalised names of what a partner refuses (specification, "Rules for synchronization"). */
export const REMOTE_ERROR_CODES = [
  'INVALID_SESSION',
  'NO_PERMISSION',
  'RECORD_NOT_FOUND',
  'VALIDATION_ERROR',
  'RATE_LIMIT',
] as const;

export type RemoteErrorCode = (typeof REMOTE_ERROR_CODES)[number];

type Details = {
  /** The external field that is at fault. */
  field?: string | undefined;
  /** The `Retry-After` of the partner, in milliseconds. */
  retryAfterMs?: number | null | undefined;
};

/** The partner refused. Its own text is not shown; the code and our message are. */
export class RemoteRefusal extends Error {
  readonly code: RemoteErrorCode;
  readonly field: string | null;
  readonly retryAfterMs: number | null;

  constructor(code: RemoteErrorCode, message: string, { field, retryAfterMs }: Details = {}) {
    super(message);
    this.name = 'RemoteRefusal';
    this.code = code;
    this.field = field ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}

/** Nothing of the external system is where the connection says that it is. */
export class NothingThere extends RemoteRefusal {
  constructor() {
    super('RECORD_NOT_FOUND', 'Nothing of the external system is at the address. Check endpoints.api_base.');
  }
}

/** The error for a request that concerns the system and no record. */
export const ofTheSystem = (error: unknown): unknown =>
  error instanceof RemoteRefusal && error.code === 'RECORD_NOT_FOUND' ? new NothingThere() : error;

/** The partner sends elsewhere: to a login, for one whose session ended, or to a page of its own, as in maintenance. */
export class SentElsewhere extends RemoteRefusal {
  constructor() {
    super('INVALID_SESSION', 'The external system sends to another page.');
  }
}

/** The rules for outbound addresses forbid the call: nothing was sent. */
export class AddressRefused extends RemoteRefusal {
  constructor(message: string) {
    super('NO_PERMISSION', message);
    this.name = 'AddressRefused';
  }
}

/**
 * The answer is larger than what is read of one: nothing of it was taken, and it would be the same the next time. A file is
 * that record's problem; a page ends the synchronisation, since nothing behind it can be taken.
 */
export class AnswerTooLarge extends RemoteRefusal {
  constructor() {
    super(
      'VALIDATION_ERROR',
      'The answer of the external system is too large. Where it is a page, make batch_size smaller.',
    );
  }
}

/** The request is valid and may be repeated: a race, a lock, 412, 5xx, no answer. */
export class RemoteTrouble extends Error {
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'RemoteTrouble';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The external system answered, and could not take some of the records this time. */
export class RecordsNotTaken extends RemoteTrouble {
  constructor() {
    super('The external system could not take some records.');
  }
}

/** The login itself is refused for good (a wrong password, `invalid_grant`): somebody must authorize the connection again. */
export class AuthorizationLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AuthorizationLost';
  }
}
