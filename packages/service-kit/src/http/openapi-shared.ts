import type { Json } from './openapi-schema.ts';

/** Headers of answers, by name. */
export const HEADERS: Json = {
  'X-Request-Id': { description: 'The id of the request, to quote in questions.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds until the next request would pass.', schema: { type: 'integer' } },
  Location: { description: 'The path of what was created.', schema: { type: 'string' } },
  ETag: { description: 'The version of the record, for `If-Match`.', schema: { type: 'string' } },
  FileETag: { description: 'Which bytes these are, for `If-None-Match` and `If-Range`.', schema: { type: 'string' } },
  'Content-Disposition': {
    description: '`attachment` with the name of the file (RFC 6266).',
    schema: { type: 'string' },
  },
  'Content-Range': { description: 'Which part of the file this is.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` when this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string' },
  },
};

/** Parameters that several routes take. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` that was read: the request is refused when the record has changed since.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description: 'The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole.',
    schema: { type: 'string' },
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    required: false,
    description: 'The `ETag` of the part that is there already: of another file the whole is sent.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of the file that is there already: 304 when it is still the same.',
    schema: { type: 'string' },
  },
  ChangeReason: {
    name: 'X-Change-Reason',
    in: 'header',
    required: false,
    description: 'Why, for the audit trail. An organisation in strict mode asks for it.',
    schema: { type: 'string', maxLength: 1_000 },
  },
  DeleteReason: {
    name: 'reason',
    in: 'query',
    required: false,
    description: 'In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters.',
    schema: { type: 'string' },
  },
};
