/** A field that the service refuses, by its path, and why. */
export type FieldFault = { field: string; code: string; message: string };

export type ErrorDetails = Record<string, unknown> & {
  fields?: FieldFault[];
  missing_fields?: string[];
  reason?: string;
};

/** A coded error of the API, or one of the connection (`offline`), with the id of the request to report it by. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: ErrorDetails;
  readonly retryAfter: number | null;

  constructor(fault: {
    status: number;
    code: string;
    message: string;
    requestId?: string | null;
    details?: ErrorDetails;
    retryAfter?: number | null;
  }) {
    super(fault.message);
    this.status = fault.status;
    this.code = fault.code;
    this.requestId = fault.requestId ?? null;
    this.details = fault.details ?? {};
    this.retryAfter = fault.retryAfter ?? null;
  }
}

/** Whether it is an error of the API with this code. */
export const hasCode = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);
