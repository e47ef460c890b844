import { isUtf8 } from 'node:buffer';
import type { FieldError } from '@qsc/contracts';
import { AppError, validationFailed } from '../error.ts';

const DEPTH_LIMIT = 64;
const SHOWN = 20;
const SHOWN_DEPTH = 8;
const REPLACEMENT = '\ufffd';
const ESCAPED_REPLACEMENT = /%EF%BF%BD/i;
const PROTOTYPE = '__proto__';

const textFault = (text: string): string | null => {
  if (text.includes('\0')) return 'A text may not contain a null character.';
  return text.isWellFormed() ? null : 'A text may not contain half of a surrogate pair.';
};

const nameFault = (name: string): string | null =>
  name === PROTOTYPE ? `The body has no field of the name ${PROTOTYPE}.` : textFault(name);

const scalarFault = (value: unknown): string | null => {
  if (typeof value === 'string') return textFault(value);
  return typeof value === 'number' && !Number.isFinite(value) ? 'The number is too large to be kept.' : null;
};

const faultAt = (path: readonly string[], code: string, message: string): FieldError => ({
  field: path.join('.').toWellFormed().replaceAll('\0', REPLACEMENT) || 'body',
  code,
  message,
});

const noteInner = (value: object, path: string[], faults: FieldError[]): void => {
  const isList = Array.isArray(value);
  for (const [name, inner] of Object.entries(value)) {
    if (faults.length >= SHOWN) return;
    path.push(name);
    const message = isList ? null : nameFault(name);
    if (message) faults.push(faultAt(path, 'invalid_name', message));
    else note(inner, path, faults);
    path.pop();
  }
};

const note = (value: unknown, path: string[], faults: FieldError[]): void => {
  if (typeof value !== 'object' || value === null) {
    const message = scalarFault(value);
    if (message) faults.push(faultAt(path, 'invalid_value', message));
  } else if (path.length < DEPTH_LIMIT) noteInner(value, path, faults);
  else faults.push(faultAt(path.slice(0, SHOWN_DEPTH), 'too_deep', `A body is nested at most ${DEPTH_LIMIT} deep.`));
};

/**
 * Refuses what parses as JSON and still could not be stored and shown again as it was sent: half surrogate pairs, null
 * characters, numbers beyond a double, `__proto__`, and nesting that is an attack. Throws `validation_failed`.
 */
export const requireStorable = (body: unknown): void => {
  const faults: FieldError[] = [];
  note(body, [], faults);
  if (faults.length > 0) throw validationFailed(faults);
};

/** Refuses what is no UTF-8, which a decoder would change in silence. Throws `unsupported_media_type` or `invalid_request`. */
export const requireUtf8 = (bytes: Buffer, charset: string): void => {
  if (charset !== 'utf-8') throw new AppError('unsupported_media_type', 'This charset is not accepted. Send UTF-8.');
  if (!isUtf8(bytes)) throw new AppError('invalid_request', 'The body is not valid UTF-8.');
};

/** Refuses a query that no filter could mean: broken UTF-8, null characters, `__proto__`. Throws a coded error. */
export const requirePlainQuery = (query: Record<string, unknown>, url: string): void => {
  for (const [name, value] of Object.entries(query)) {
    const text = `${name}${String(value)}`;
    if (text.includes(REPLACEMENT) && !ESCAPED_REPLACEMENT.test(url))
      throw new AppError('invalid_request', 'The query is not percent-encoded UTF-8.');
    if (name === PROTOTYPE) throw validationFailed([faultAt([name], 'unknown', 'There is no parameter of this name.')]);
    if (text.includes('\0'))
      throw validationFailed([faultAt([name], 'invalid_value', 'A text may not contain a null character.')]);
  }
};
