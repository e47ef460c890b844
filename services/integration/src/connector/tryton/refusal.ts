import type { RemoteAnswer } from '../../remote/remote.ts';
import { getRetryAfterMs } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';

/** Somebody else changed the record since it was read; the same call would be refused again. */
export class RecordChanged extends RemoteTrouble {}

/** The error of an answer by its status; null where its body decides. */
export const refusalOfStatus = ({
  status,
  headers,
}: Pick<RemoteAnswer, 'status' | 'headers'>): RemoteRefusal | RemoteTrouble | null => {
  if (status === 200) return null;
  if (status === 401) return new RemoteRefusal('INVALID_SESSION', 'The session of Tryton ended.');
  if (status === 403) return new RemoteRefusal('NO_PERMISSION', 'Tryton does not let this user call this method.');
  if (status === 404) return new RemoteRefusal('RECORD_NOT_FOUND', 'Tryton has no such database; see `api_base`.');
  if (status === 400 || status === 413)
    return new RemoteRefusal('VALIDATION_ERROR', 'Tryton does not take the request.');
  const retryAfterMs = getRetryAfterMs({ headers });
  if (status !== 429) return new RemoteTrouble(`Tryton answered with the status ${status}.`, retryAfterMs);
  return new RemoteRefusal('RATE_LIMIT', 'Tryton asks to be called less often.', { retryAfterMs });
};

/** A name that Tryton looked up and did not find, as Python prints it: an object, or a field in a domain. */
const UNKNOWN_NAME = /^'[\w.]+'$/;
const FORBIDDEN = /^You are not allowed to|^Calling button .* is not allowed/;
const GONE = /that don't exist/;
const FIELD = /\bfield "([^"]+)"/;

/** What an error in an answer means. The field at fault is given by its label, as Tryton does (see `named`). */
export const refusalOfError = (error: unknown): RemoteRefusal | RemoteTrouble => {
  const [name, detail] = Array.isArray(error) ? error : [];
  if (name === 'UserError') return refusalOfText(String(Array.isArray(detail) ? detail[0] : detail));
  if (name === 'ConcurrencyException') return new RecordChanged('The record was changed in Tryton since it was read.');
  if (name === 'UserWarning')
    return new RemoteRefusal('VALIDATION_ERROR', 'Tryton asks somebody to confirm this change in its own client.');
  if (name === 'LoginException') return new RemoteRefusal('INVALID_SESSION', 'Tryton asks for a further proof.');
  if (typeof name === 'string' && UNKNOWN_NAME.test(name))
    return new RemoteRefusal('VALIDATION_ERROR', 'Tryton does not know this name.', { field: name.slice(1, -1) });
  return new RemoteTrouble('Tryton could not do this now.');
};

const refusalOfText = (text: string): RemoteRefusal => {
  if (FORBIDDEN.test(text)) return new RemoteRefusal('NO_PERMISSION', 'Tryton does not let this user do this.');
  if (GONE.test(text)) return new RemoteRefusal('RECORD_NOT_FOUND', 'The record is no longer there in Tryton.');
  const [, field] = FIELD.exec(text) ?? [];
  return new RemoteRefusal('VALIDATION_ERROR', 'Tryton does not take a value of this record.', { field });
};
