import { ERROR_STATUS, type ErrorCode, type FieldError } from '@qsc/contracts';

type Extra = {
  details?: Record<string, unknown>;
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * A coded error that a caller may see (decisions §1). The domain knows codes; `ERROR_STATUS` alone maps them to HTTP and gRPC.
 * `retryAfter` is in seconds.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, message: string, extra: Extra = {}) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = extra.details;
    this.retryAfter = extra.retryAfter;
    this.headers = extra.headers;
  }

  get httpStatus(): number {
    return ERROR_STATUS[this.code].http;
  }
}

/** 404 for an unknown, soft-deleted or foreign record; they look the same, so nothing tells that another's record exists. */
export const notFound = (what: string, id: string): AppError =>
  new AppError('not_found', `There is no ${what} with the id "${id}" in this organisation.`);

/** The methods that a path may offer. */
export const OFFERED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** 405 with the allowed methods. */
export const methodNotAllowed = (allowed: readonly string[] = OFFERED_METHODS): AppError => {
  const allow = allowed.join(', ');
  return new AppError('method_not_allowed', `This takes ${allow}.`, { headers: { Allow: allow } });
};

/** 409 for a duplicate or a state that clashes. */
export const conflict = (message: string, details?: Record<string, unknown>): AppError =>
  new AppError('conflict', message, details ? { details } : {});

/** 422 with every invalid field. */
export const validationFailed = (fields: FieldError[]): AppError =>
  new AppError(
    'validation_failed',
    fields
      .map((field) => `${field.field}: ${field.message}`)
      .slice(0, 3)
      .join(' '),
    {
      details: { fields },
    },
  );

/** 422 for one invalid field. */
export const invalidField = (field: string, code: string, message: string): AppError =>
  validationFailed([{ field, code, message }]);

/** 409 for a transition that the state does not allow. */
export const invalidTransition = (current: string | null, requested: string, allowed: readonly string[]): AppError =>
  new AppError(
    'invalid_transition',
    allowed.length > 0
      ? `"${requested}" cannot be reached from "${current}". Allowed: ${allowed.join(', ')}.`
      : `"${requested}" cannot be reached from "${current}", which allows no further transition.`,
    { details: { current_state: current, requested_state: requested, allowed_transitions: allowed } },
  );

/** 503: a part of the mesh is away; `retryAfter` in seconds. */
export const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError('service_unavailable', message, { retryAfter: 1, cause });
