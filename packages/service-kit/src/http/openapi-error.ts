import { ERROR_STATUS, type ErrorCode, exampleId } from '@qsc/contracts';
import type { Json } from './openapi-schema.ts';

type ErrorExample = { means: string; message: string; details?: Record<string, unknown>; retry_after?: number };

const fieldFault = (field: string, code: string, message: string) => ({ fields: [{ field, code, message }] });

/** What each code means to a caller, and an error with it. */
const ERROR_EXAMPLES: Record<ErrorCode, ErrorExample> = {
  invalid_request: { means: 'The request cannot be read.', message: 'The body is not valid JSON. Mend its syntax.' },
  unauthorized: {
    means: 'The credential is missing or not valid.',
    message: 'Send a credential in the header "Authorization: Bearer …".',
  },
  forbidden: {
    means: 'The credential or the role of the caller does not allow this.',
    message: 'This needs the scope "entities:write", which the credential does not have.',
    details: { required_scope: 'entities:write' },
  },
  not_found: {
    means: 'There is no such record in this organisation.',
    message: `There is no entity with the id "${exampleId('entity')}" in this organisation.`,
  },
  method_not_allowed: { means: 'The path does not take this method.', message: 'This path takes GET, POST.' },
  conflict: {
    means: 'The request does not fit what is there.',
    message: 'This entity has a relationship of the same type to the same target.',
    details: { relationship_id: exampleId('relationship') },
  },
  invalid_transition: {
    means: 'The record cannot reach this state from its present one.',
    message: '"qualified" cannot be reached from "new". Allowed: evaluation, disqualified.',
    details: {
      current_state: 'new',
      requested_state: 'qualified',
      allowed_transitions: ['evaluation', 'disqualified'],
    },
  },
  approval_required: { means: 'The transition needs approvals first.', message: 'This transition needs an approval.' },
  idempotency_in_progress: {
    means: 'A request with the same idempotency key is still running.',
    message: 'A request with this idempotency key is still running. Try again.',
    retry_after: 1,
  },
  connection_not_ready: {
    means: 'The connection cannot be used yet: it is not authorized, has no mapping or is not active.',
    message: 'The connection has no mapping yet. Say first what it synchronises: PUT …/mappings.',
    details: { status: 'authorized' },
  },
  sync_in_progress: {
    means: 'The connection is being synchronised already.',
    message: 'A synchronisation of this connection is running. Wait until it has ended.',
    details: { sync_id: exampleId('sync') },
  },
  authorization_failed: {
    means: 'The external system refuses the login.',
    message: 'The external system refuses the user name or the password.',
  },
  retention_hold: {
    means: 'The record has to be kept.',
    message: 'The document "SOP 14" was signed electronically and has to be kept. Delete it without hard=true.',
    details: { reason: 'signed' },
  },
  export_not_ready: { means: 'The export is still running.', message: 'The export is still running. Ask again.' },
  gone: { means: 'The record was there and is no more.', message: 'The file of this export was removed.' },
  precondition_failed: {
    means: '`If-Match` names another version than the current one.',
    message: 'The record is at version 4 now. Read it again and decide again.',
    details: { current_version: 4 },
  },
  payload_too_large: {
    means: 'The body is too large.',
    message: 'The body is too large for this route. Send less at once.',
  },
  unsupported_media_type: {
    means: 'The media type or encoding of the body is not accepted.',
    message: 'Send the body as application/json.',
  },
  range_not_satisfiable: {
    means: 'No byte of the file lies in the range.',
    message: 'The file has 48213 bytes; none of them is in this range.',
  },
  validation_failed: {
    means: 'A field or parameter is not valid; `details.fields` names each, a hundred at most.',
    message: 'name: There is no query parameter of this name.',
    details: fieldFault('name', 'unknown', 'There is no query parameter of this name.'),
  },
  missing_required_fields: {
    means: 'The new state needs fields that the record does not have.',
    message: 'The state "conditional" needs: conditions.',
    details: { missing_fields: ['attributes.conditions'] },
  },
  signature_required: { means: 'The transition has to be signed.', message: 'Sign this transition with `signature`.' },
  signature_invalid: { means: 'The signature does not hold.', message: 'The password of the signature is wrong.' },
  account_locked: { means: 'The account is locked after too many failures.', message: 'Signing is locked.' },
  idempotency_key_reused: {
    means: 'The idempotency key was used for another request.',
    message: 'This idempotency key was used for another request. Use a new key.',
  },
  reason_required: {
    means: 'The organisation is in strict mode, so that a change needs a reason.',
    message: 'This organisation asks for a reason. Send it in the header X-Change-Reason.',
  },
  rate_limit_exceeded: {
    means: 'The rate is above the limit of the tier.',
    message: 'The rate is above the limit of the tier. Try again in 12 seconds.',
    retry_after: 12,
  },
  internal_error: {
    means: 'The service failed.',
    message: 'The service failed. The fault was recorded; try again later.',
  },
  service_unavailable: {
    means: 'A part of the service does not answer.',
    message: 'The data cannot be reached at the moment. Try again.',
    retry_after: 1,
  },
};

/** The form of every error (specification, "Errors"). */
export const ERROR_SCHEMA = {
  type: 'object',
  description: 'Every error has this form.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id'],
      properties: {
        code: { type: 'string', description: 'What went wrong, for programs. New codes may be added.' },
        message: { type: 'string', description: 'What went wrong and what to change, for people.' },
        request_id: { type: 'string', description: 'The id of the request, to quote in questions.' },
        retry_after: { type: 'integer', description: 'Seconds until the next request would pass.' },
        details: { type: 'object', additionalProperties: true, description: 'What belongs to the code.' },
      },
    },
  },
};

const buildExample = (code: ErrorCode) => {
  const { means, message, details, retry_after } = ERROR_EXAMPLES[code];
  const error = {
    code,
    message,
    request_id: exampleId('request'),
    ...(retry_after === undefined ? {} : { retry_after }),
    ...(details ? { details } : {}),
  };
  return { summary: means, value: { error } };
};

const pascal = (code: ErrorCode): string => code.replaceAll(/(?:^|_)([a-z])/g, (_all, letter) => letter.toUpperCase());

const buildResponse = (codes: readonly ErrorCode[]) => {
  const retried = codes.some((code) => ERROR_EXAMPLES[code].retry_after !== undefined);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_EXAMPLES[code].means}`).join('\n\n'),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(retried ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
};

const byStatus = (codes: ReadonlySet<ErrorCode>): [number, ErrorCode[]][] => [
  ...Map.groupBy(codes, (code) => ERROR_STATUS[code].http),
];

/** Responses by status for what a route may throw; one with a single code is a component of `buildErrorComponents`. */
export const buildErrorResponses = (codes: ReadonlySet<ErrorCode>): Json =>
  Object.fromEntries(
    byStatus(codes).map(([status, group]) => {
      const [first, ...more] = group;
      return first && more.length === 0
        ? [status, { $ref: `#/components/responses/${pascal(first)}` }]
        : [status, buildResponse(group)];
    }),
  );

/** What those responses refer to, for all routes of a document. */
export const buildErrorComponents = (routes: readonly ReadonlySet<ErrorCode>[]): Record<string, Json> => {
  const alone = routes.flatMap((codes) => byStatus(codes).flatMap(([, group]) => (group.length === 1 ? group : [])));
  const all = routes.flatMap((codes) => [...codes]);
  return {
    responses: Object.fromEntries([...new Set(alone)].map((code) => [pascal(code), buildResponse([code])])),
    examples: Object.fromEntries([...new Set(all)].map((code) => [code, buildExample(code)])),
  };
};
