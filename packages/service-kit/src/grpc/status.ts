import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { ERROR_STATUS, type ErrorCode, type FieldError } from '@qsc/contracts';
import { AppError, unavailable } from '../error.ts';

const CODE = 'error-code';
const DETAILS = 'error-details-bin';
const HEADERS = 'error-headers-bin';
const RETRY_AFTER = 'error-retry-after';

/** A trailer holds 64 KiB at most; a caller may name as many fields, and as long ones, as fit into a body. */
const DETAILS_BYTES = 16 * 1024;
const MESSAGE_LENGTH = 1_000;
const FIELDS = 20;
const FIELD_LENGTH = 128;

const shorten = ({ field, code, message }: FieldError): FieldError => ({
  field: field.slice(0, FIELD_LENGTH).toWellFormed(),
  code,
  message: message.slice(0, FIELD_LENGTH).toWellFormed(),
});

/** The details as they fit into a trailer: of too many fields the first ones, of too much else nothing. */
const encodeDetails = (details: Record<string, unknown>): Buffer => {
  const whole = Buffer.from(JSON.stringify(details));
  if (whole.length <= DETAILS_BYTES) return whole;
  const { fields = [] } = details as { fields?: FieldError[] };
  return Buffer.from(JSON.stringify({ fields: fields.slice(0, FIELDS).map(shorten) }));
};

/** How a coded error goes over gRPC: the status of the table, and the rest of it in the trailer. */
export const toServiceError = (error: AppError): Partial<ServiceError> => {
  const metadata = new Metadata();
  metadata.set(CODE, error.code);
  if (error.details) metadata.set(DETAILS, encodeDetails(error.details));
  if (error.headers) metadata.set(HEADERS, Buffer.from(JSON.stringify(error.headers)));
  if (error.retryAfter !== undefined) metadata.set(RETRY_AFTER, String(error.retryAfter));
  return {
    code: status[ERROR_STATUS[error.code].grpc],
    details: error.message.slice(0, MESSAGE_LENGTH).toWellFormed(),
    metadata,
  };
};

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'number' && 'metadata' in error;

/** The coded error that a gRPC failure stands for; one without a code means that the other service is away. */
export const fromServiceError = (error: unknown): AppError => {
  if (!isServiceError(error)) return unavailable('A part of the service does not answer. Try again.', error);
  const code = String(error.metadata.get(CODE)[0] ?? '');
  if (!(code in ERROR_STATUS)) return unavailable('A part of the service does not answer. Try again.', error);
  const [details] = error.metadata.get(DETAILS);
  const [headers] = error.metadata.get(HEADERS);
  const [retryAfter] = error.metadata.get(RETRY_AFTER);
  return new AppError(code as ErrorCode, error.details, {
    cause: error,
    ...(details ? { details: JSON.parse(String(details)) as Record<string, unknown> } : {}),
    ...(headers ? { headers: JSON.parse(String(headers)) as Record<string, string> } : {}),
    ...(retryAfter ? { retryAfter: Number(retryAfter) } : {}),
  });
};
