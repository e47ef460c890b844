import { jsonOrNull, parseJson } from '../../remote/json.ts';
import type { RemoteAnswer } from '../../remote/remote.ts';
import { getRetryAfterMs } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble, SentElsewhere } from '../../remote/remote-error.ts';

type Json = Readonly<Record<string, unknown>>;

/** The status and the body of an answer, or of one part of a batch. */
export type Outcome = { status: number; headers: RemoteAnswer['headers']; body: unknown };

/** The JSON of a good answer. Throws what `toError` makes of another one, and `RemoteTrouble` for what is no JSON. */
export const readJson = (answer: RemoteAnswer): Json => {
  const error = toError(toOutcome(answer));
  if (error) throw error;
  const body = parseJson(answer.body);
  if (!isObject(body)) throw new RemoteTrouble('The external system did not answer with an object of JSON.');
  return body;
};

/** An answer with its body as JSON; null where there is none, or where it is something else, such as the page of a proxy. */
export const toOutcome = ({ status, headers, body }: RemoteAnswer): Outcome => ({
  status,
  headers,
  body: jsonOrNull(body),
});

const TROUBLES = new Map([
  [408, 'The external system did not answer in time.'],
  [409, 'The record was being changed there at the same time.'],
  [412, 'The record was changed there in the meantime.'],
  [423, 'The record is locked there.'],
  [425, 'The external system asks to be asked later.'],
]);

const REFUSALS = new Map<number, [RemoteRefusal['code'], string]>([
  [401, ['INVALID_SESSION', 'The external system does not accept the credential.']],
  [403, ['NO_PERMISSION', 'The external system does not permit this.']],
  [404, ['RECORD_NOT_FOUND', 'The record is not there.']],
  [405, ['NO_PERMISSION', 'The external system does not allow this to be done with such records.']],
  [410, ['RECORD_NOT_FOUND', 'The record is not there any more.']],
  [429, ['RATE_LIMIT', 'The external system asks for fewer requests.']],
  [501, ['VALIDATION_ERROR', 'The external system does not know how to do this.']],
]);

/** The normalised error of an answer; null for a good one. It has no text of the partner but the name of a field. */
export const toError = ({ status, headers, body }: Outcome): RemoteRefusal | RemoteTrouble | null => {
  if (status >= 200 && status < 300) return null;
  const retryAfterMs = getRetryAfterMs({ headers });
  const trouble = TROUBLES.get(status);
  if (trouble) return new RemoteTrouble(trouble, retryAfterMs);
  const [code, message] = REFUSALS.get(status) ?? [];
  if (code && message) return new RemoteRefusal(code, message, { retryAfterMs });
  if (status >= 500) return new RemoteTrouble('The external system has a fault of its own.', retryAfterMs);
  if (isLock(body)) return new RemoteTrouble('The record is locked there.', retryAfterMs);
  if (status >= 300 && status < 400) return new SentElsewhere();
  return new RemoteRefusal('VALIDATION_ERROR', 'The external system did not accept the values.', {
    field: toField(body),
  });
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** SAP's own message that somebody has the object open, which its APIs send as a bad request. */
const isLock = (body: unknown): boolean => isObject(body) && isObject(body.error) && body.error.code === 'MC/601';

/** Where an error says which field it means: v4's `target`, or SAP's `propertyref` among its details. */
const toField = (body: unknown): string | undefined => {
  const error = isObject(body) ? body.error : null;
  if (!isObject(error)) return undefined;
  const inner = isObject(error.innererror) ? toList(error.innererror.errordetails) : [];
  return [error, ...toList(error.details), ...inner].filter(isObject).map(toTarget).find(Boolean);
};

/** `name`, `/Suppliers(1)/name`, `API_X.A_Y/name`; a name with a dot is that of a type and no field. */
const toTarget = ({ target, propertyref }: Json): string | undefined => {
  const path = [propertyref, target].find((one): one is string => typeof one === 'string' && one !== '');
  const last = path?.split('/').at(-1) ?? '';
  return /^[A-Za-z_]\w{0,127}$/.test(last) ? last : undefined;
};
