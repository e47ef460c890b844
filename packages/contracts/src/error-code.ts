/** Every coded error and what it is over HTTP and gRPC (decisions §1). The one table; nothing else knows a status. */
export const ERROR_STATUS = {
  invalid_request: { http: 400, grpc: 'INVALID_ARGUMENT' },
  unauthorized: { http: 401, grpc: 'UNAUTHENTICATED' },
  forbidden: { http: 403, grpc: 'PERMISSION_DENIED' },
  not_found: { http: 404, grpc: 'NOT_FOUND' },
  method_not_allowed: { http: 405, grpc: 'UNIMPLEMENTED' },
  conflict: { http: 409, grpc: 'ALREADY_EXISTS' },
  invalid_transition: { http: 409, grpc: 'FAILED_PRECONDITION' },
  approval_required: { http: 409, grpc: 'FAILED_PRECONDITION' },
  idempotency_in_progress: { http: 409, grpc: 'ABORTED' },
  connection_not_ready: { http: 409, grpc: 'FAILED_PRECONDITION' },
  sync_in_progress: { http: 409, grpc: 'FAILED_PRECONDITION' },
  authorization_failed: { http: 422, grpc: 'FAILED_PRECONDITION' },
  retention_hold: { http: 409, grpc: 'FAILED_PRECONDITION' },
  export_not_ready: { http: 409, grpc: 'FAILED_PRECONDITION' },
  gone: { http: 410, grpc: 'NOT_FOUND' },
  precondition_failed: { http: 412, grpc: 'FAILED_PRECONDITION' },
  payload_too_large: { http: 413, grpc: 'RESOURCE_EXHAUSTED' },
  unsupported_media_type: { http: 415, grpc: 'INVALID_ARGUMENT' },
  range_not_satisfiable: { http: 416, grpc: 'OUT_OF_RANGE' },
  validation_failed: { http: 422, grpc: 'INVALID_ARGUMENT' },
  missing_required_fields: { http: 422, grpc: 'FAILED_PRECONDITION' },
  signature_required: { http: 422, grpc: 'FAILED_PRECONDITION' },
  signature_invalid: { http: 403, grpc: 'PERMISSION_DENIED' },
  account_locked: { http: 423, grpc: 'PERMISSION_DENIED' },
  idempotency_key_reused: { http: 422, grpc: 'INVALID_ARGUMENT' },
  reason_required: { http: 422, grpc: 'INVALID_ARGUMENT' },
  rate_limit_exceeded: { http: 429, grpc: 'RESOURCE_EXHAUSTED' },
  internal_error: { http: 500, grpc: 'INTERNAL' },
  service_unavailable: { http: 503, grpc: 'UNAVAILABLE' },
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** One invalid field: its path, what kind of fault it is, and a sentence that says what to change. */
export type FieldError = { field: string; code: string; message: string };
