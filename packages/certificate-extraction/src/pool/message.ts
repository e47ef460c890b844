import type { ErrorCode } from '@qsc/contracts';
import { AppError } from '@qsc/service-kit/pure';
import type { ContentType } from '../document/content-type.ts';
import type { ExtractionResult } from '../result.ts';

/** What a worker is asked of the document whose parts it was sent: to read it, or whether it can be read. */
export type Job =
  | { task: 'extract'; filename: string; certificateId: string | null }
  | { task: 'check'; filename: string };

/** What a worker is sent: the parts of a document, then what to do with it. */
export type Request = { kind: 'part'; bytes: Uint8Array } | { kind: 'job'; job: Job };

/** What a job gives. */
export type Outcome = { extract: ExtractionResult; check: ContentType };

/** An error between processes: `code` null for a fault that nobody foresaw, `cause` the text of what lies behind it. */
export type SentError = {
  code: ErrorCode | null;
  message: string;
  details: Record<string, unknown> | null;
  cause: string | null;
};

/** What a worker sends: once that it has started; of a document how many pages it has, then its result or error; warnings. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'warning'; message: string }
  | { kind: 'pages'; count: number }
  | { kind: 'result'; result: Outcome[Job['task']] }
  | { kind: 'error'; error: SentError };

const joinText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** The error in a form that can be sent. */
export const packError = (error: unknown): SentError =>
  error instanceof AppError
    ? {
        code: error.code,
        message: error.message,
        details: error.details ?? null,
        cause: error.cause === undefined ? null : joinText(error.cause),
      }
    : { code: null, message: String(error), details: null, cause: joinText(error) };

/** The coded error that was sent; one without a code becomes internal_error with the text of the original as `cause`. */
export const unpackError = ({ code, message, details, cause }: SentError): AppError => {
  const original = cause === null ? {} : { cause };
  return code === null
    ? readerFault(cause ?? message)
    : new AppError(code, message, { ...original, ...(details ? { details } : {}) });
};

/** 500: a fault of the reading itself; `cause` is for the log. */
export const readerFault = (cause: unknown): AppError =>
  new AppError('internal_error', 'The document could not be read because of a fault in the reader.', { cause });
