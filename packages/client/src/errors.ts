/** What is wrong with one field of a request. */
export type FieldError = { field: string; code: string; message: string };

/** The coded error in the body of an answer. */
type Coded = {
  code: string;
  message: string;
  request_id: string | null;
  details: Record<string, unknown>;
  retry_after: number | null;
};

/** An answer that is an error, as the client hands it to the classes below. */
export type ErrorAnswer = Coded & { status: number; headers: Headers };

/** Everything that the client throws, but for the reason of an aborted signal. */
export class QscError extends Error {}

/** No answer came: the connection failed. `cause` says why. */
export class NetworkError extends QscError {}

/** No answer came in time. */
export class TimeoutError extends QscError {}

/** The answer is none of this API, such as a page of a proxy. */
export class UnexpectedAnswerError extends QscError {}

/** The bytes of a download are not those that the server announced. */
export class ChecksumError extends QscError {}

/** The API refused the request or failed. `code` is for programs, `message` for people, `requestId` for questions. */
export class ApiError extends QscError {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until the next request would pass; null where the API did not say. */
  readonly retryAfter: number | null;
  readonly headers: Headers;

  constructor(answer: ErrorAnswer) {
    super(answer.message);
    this.status = answer.status;
    this.code = answer.code;
    this.requestId = answer.request_id;
    this.details = answer.details;
    this.retryAfter = answer.retry_after;
    this.headers = answer.headers;
  }
}

/** 400: the request cannot be read. */
export class InvalidRequestError extends ApiError {}

/** 401: the credential is missing or not valid. */
export class UnauthorizedError extends ApiError {}

/** 403: scope or role do not allow it, or a signature does not hold. */
export class ForbiddenError extends ApiError {
  /** The scope that is missing; null where something else is. */
  readonly requiredScope = textOf(this.details.required_scope);
}

/** 404: there is no such record in this organisation. */
export class NotFoundError extends ApiError {}

/** 405: the path does not take this method. */
export class MethodNotAllowedError extends ApiError {}

/** 409: the request does not fit the state of the record. */
export class ConflictError extends ApiError {
  /** Why, where there are several reasons; null where `code` says it all. */
  readonly reason = textOf(this.details.reason);
}

/** 409 `invalid_transition`: the state cannot be reached from the current one. */
export class InvalidTransitionError extends ConflictError {
  readonly currentState = textOf(this.details.current_state);
  readonly requestedState = textOf(this.details.requested_state);
  readonly allowedTransitions = textsOf(this.details.allowed_transitions);
}

/** 410: the record was there and is no more. */
export class GoneError extends ApiError {}

/** 412: the record has another version than `ifMatch` says. */
export class VersionConflictError extends ApiError {
  /** The version that it has now; null where the API did not say. */
  readonly currentVersion = typeof this.details.current_version === 'number' ? this.details.current_version : null;
}

/** 413: the body is too large. */
export class PayloadTooLargeError extends ApiError {}

/** 415: the media type is not accepted. */
export class UnsupportedMediaTypeError extends ApiError {}

/** 416: no byte of the file lies in the range. */
export class RangeNotSatisfiableError extends ApiError {}

/** 422: a field or parameter is not valid, or one that is needed is missing. */
export class ValidationError extends ApiError {
  /** What is wrong with each field. */
  readonly fields = (Array.isArray(this.details.fields) ? this.details.fields : []) as readonly FieldError[];
  /** The fields that the new state needs (`missing_required_fields`). */
  readonly missingFields = textsOf(this.details.missing_fields);
}

/** 423: signing or logging in is locked after too many failures. */
export class AccountLockedError extends ApiError {}

/** 429: the rate is above the limit of the tier. */
export class RateLimitError extends ApiError {}

/** 500: the service failed. */
export class InternalServerError extends ApiError {}

/** 502, 503 or 504: a part of the service does not answer. */
export class ServiceUnavailableError extends ApiError {}

// Set here, since minifiers change the names of classes.
const CLASSES = {
  QscError,
  NetworkError,
  TimeoutError,
  UnexpectedAnswerError,
  ChecksumError,
  ApiError,
  InvalidRequestError,
  UnauthorizedError,
  ForbiddenError,
  NotFoundError,
  MethodNotAllowedError,
  ConflictError,
  InvalidTransitionError,
  GoneError,
  VersionConflictError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
  RangeNotSatisfiableError,
  ValidationError,
  AccountLockedError,
  RateLimitError,
  InternalServerError,
  ServiceUnavailableError,
};
for (const [name, type] of Object.entries(CLASSES)) Object.defineProperty(type.prototype, 'name', { value: name });

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

const BY_CODE: Readonly<Record<string, typeof ApiError>> = { invalid_transition: InvalidTransitionError };

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  409: ConflictError,
  410: GoneError,
  412: VersionConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedMediaTypeError,
  416: RangeNotSatisfiableError,
  422: ValidationError,
  423: AccountLockedError,
  429: RateLimitError,
  500: InternalServerError,
  502: ServiceUnavailableError,
  503: ServiceUnavailableError,
  504: ServiceUnavailableError,
};

type SentError = { code?: string; message?: string; request_id?: string; details?: object; retry_after?: number };

/** The token service answers errors of OAuth 2.0 (RFC 6749, 5.2). */
type SentBody = { error?: SentError | string; error_description?: string } | null;

const codedOf = (body: unknown): SentError => {
  const { error, error_description: message } = (typeof body === 'object' ? (body as SentBody) : null) ?? {};
  if (typeof error === 'string') return { code: error, message: message ?? error };
  return error ?? {};
};

/** The error that an answer is, by its code and status. An answer that is none of the API's has the code `unknown`. */
export const toApiError = (status: number, headers: Headers, body: unknown): ApiError => {
  const { code = 'unknown', message = `The answer has the status ${status}.`, details, ...rest } = codedOf(body);
  const seconds = /^\d{1,9}$/.exec(headers.get('retry-after') ?? '');
  const answer: ErrorAnswer = {
    status,
    headers,
    code,
    message,
    request_id: rest.request_id ?? headers.get('x-request-id'),
    details: { ...details },
    retry_after: rest.retry_after ?? (seconds ? Number(seconds[0]) : null),
  };
  return new (BY_CODE[code] ?? BY_STATUS[status] ?? ApiError)(answer);
};
