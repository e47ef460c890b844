import type { ErrorRequestHandler, Response } from 'express';
import { AppError } from '../error.ts';
import { errorFields, type Log } from '../log.ts';
import { toDatabaseAway } from '../mongo/away.ts';

type ParserError = Error & { type?: string; status?: number };

const PARSER_ERRORS: Record<string, () => AppError> = {
  'entity.parse.failed': () => new AppError('invalid_request', 'The body is not valid JSON. Mend its syntax.'),
  'entity.too.large': () =>
    new AppError('payload_too_large', 'The body is too large for this route. Send less at once.'),
  'encoding.unsupported': () => new AppError('unsupported_media_type', 'This Content-Encoding is not accepted.'),
  'charset.unsupported': () => new AppError('unsupported_media_type', 'This charset is not accepted. Send UTF-8.'),
  'request.aborted': () => new AppError('invalid_request', 'The request ended before its body was complete.'),
  'request.size.invalid': () => new AppError('invalid_request', 'The body is not as long as Content-Length says.'),
};

/** The coded error that an unknown one stands for; null when it is a fault of ours. */
const toCodedError = (error: unknown): AppError | null => {
  if (error instanceof AppError) return error;
  const away = toDatabaseAway(error);
  if (away) return away;
  const { type, status } = error as ParserError;
  const known = type ? PARSER_ERRORS[type] : undefined;
  if (known) return known();
  if (error instanceof URIError) return new AppError('invalid_request', 'The path holds a broken percent-encoding.');
  return status !== undefined && status >= 400 && status < 500
    ? new AppError('invalid_request', 'The request cannot be read. Mend its syntax.')
    : null;
};

/** Sends a coded error in the form of the specification ("Errors"). */
export const sendProblem = (response: Response, error: AppError, requestId: string): void => {
  if (error.headers) response.set(error.headers);
  if (error.code === 'unauthorized' && !response.get('WWW-Authenticate')) response.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
  response.status(error.httpStatus).json({
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.details ? { details: error.details } : {}),
      ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
    },
  });
};

/** The edge of a service: the only place that turns an error into an answer. Nobody sees a stack or a driver's message. */
export const problems =
  (log: Log, toRequestId: (response: Response) => string): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const coded = toCodedError(error);
    if (!coded) log.error('a request failed', errorFields(error));
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const shown =
      coded ?? new AppError('internal_error', 'The service failed. The fault was recorded; try again later.');
    sendProblem(response, shown, toRequestId(response));
  };
