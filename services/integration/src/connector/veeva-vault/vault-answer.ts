import { jsonOrNull, parseJson } from '../../remote/json.ts';
import type { RemoteAnswer } from '../../remote/remote.ts';
import { getRetryAfterMs } from '../../remote/remote.ts';
import { type RemoteErrorCode, RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';

/** A problem of an answer. Its message is not part of the contract with Vault, and not shown. */
export type VaultProblem = { type?: unknown; message?: unknown };

/** What all answers of Vault have in common. Failures come with HTTP 200, so `responseStatus` alone decides. */
export type VaultBody = Readonly<Record<string, unknown>> & {
  responseStatus?: unknown;
  errors?: readonly VaultProblem[];
};

/** The login API fails for the rest of a minute, job status for ten seconds. */
const LIMIT_MS = 10_000;

const SENTENCES: Readonly<Record<RemoteErrorCode, string>> = {
  INVALID_SESSION: 'Vault does not know the session any more.',
  NO_PERMISSION: 'The user of the connection may not do this in Vault.',
  RECORD_NOT_FOUND: 'Vault has no such record.',
  VALIDATION_ERROR: 'Vault does not accept the data.',
  RATE_LIMIT: 'Vault takes no more requests for a while.',
};

const CODES: Readonly<Record<string, RemoteErrorCode>> = {
  INVALID_SESSION_ID: 'INVALID_SESSION',
  INACTIVE_USER: 'INVALID_SESSION',
  INSUFFICIENT_ACCESS: 'NO_PERMISSION',
  MALFORMED_URL: 'RECORD_NOT_FOUND',
  API_LIMIT_EXCEEDED: 'RATE_LIMIT',
};

/** The request is valid and may be repeated later. */
const TRANSIENT = new Set([
  'RACE_CONDITION',
  'OPERATION_IN_PROGRESS',
  'UNEXPECTED_ERROR',
  'CONFIGURATION_MODE_ENABLED',
]);

/** Vault names a field in brackets; what does not look like the name of one is never taken out of its text. */
const FIELD = /\[([a-z0-9_]{1,80}__[a-z]{1,4})\]/;

const toField = ({ message }: VaultProblem): string | undefined =>
  typeof message === 'string' ? FIELD.exec(message)?.[1] : undefined;

/** The error for a problem of Vault. An unknown type counts as a refusal of the data. */
export const toError = (problem: VaultProblem | undefined): RemoteRefusal | RemoteTrouble => {
  const type = typeof problem?.type === 'string' ? problem.type : 'UNEXPECTED_ERROR';
  if (TRANSIENT.has(type)) return new RemoteTrouble('Vault could not do this just now.');
  const code = CODES[type] ?? (type.endsWith('_NOT_FOUND') ? 'RECORD_NOT_FOUND' : 'VALIDATION_ERROR');
  const field = code === 'VALIDATION_ERROR' ? toField(problem ?? {}) : undefined;
  return new RemoteRefusal(code, SENTENCES[code], {
    field,
    retryAfterMs: code === 'RATE_LIMIT' ? LIMIT_MS : undefined,
  });
};

const BY_STATUS: Readonly<Record<number, RemoteErrorCode>> = {
  401: 'INVALID_SESSION',
  403: 'NO_PERMISSION',
  404: 'RECORD_NOT_FOUND',
};

/** The error for an answer that is not Vault's: of a proxy, a maintenance page. */
const strange = (answer: RemoteAnswer): Error => {
  if (answer.status === 429)
    return new RemoteRefusal('RATE_LIMIT', SENTENCES.RATE_LIMIT, { retryAfterMs: getRetryAfterMs(answer) || LIMIT_MS });
  const code = BY_STATUS[answer.status];
  if (code) return new RemoteRefusal(code, SENTENCES[code]);
  if (answer.status === 200) parseJson(answer.body);
  return new RemoteTrouble('Vault did not answer as its API does.', getRetryAfterMs(answer));
};

const parsed = ({ body }: RemoteAnswer): VaultBody | null => {
  const value = jsonOrNull(body);
  return value !== null && typeof value === 'object' && 'responseStatus' in value ? (value as VaultBody) : null;
};

/** The body of an answer, whatever it says. Throws for what is none of Vault's. */
export const toBody = (answer: RemoteAnswer): VaultBody => {
  const body = parsed(answer);
  if (!body) throw strange(answer);
  return body;
};

/** The problems of an answer that is no success; an exception is Vault's own fault, and passes. */
export const requireSuccess = (body: VaultBody): VaultBody => {
  if (body.responseStatus === 'SUCCESS' || body.responseStatus === 'WARNING') return body;
  if (body.responseStatus === 'EXCEPTION' && body.errors?.[0]?.type !== 'INVALID_SESSION_ID')
    throw new RemoteTrouble('Vault could not do this just now.');
  throw toError(body.errors?.[0]);
};

/** Reads an answer that says SUCCESS or WARNING. Throws `RemoteRefusal` or `RemoteTrouble` for any other. */
export const readVault = (answer: RemoteAnswer): VaultBody => requireSuccess(toBody(answer));
