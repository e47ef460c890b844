import { isUtf8 } from 'node:buffer';
import type { FieldError } from '@qsc/contracts';
import { AppError, validationFailed } from '../error.ts';

const DEPTH_LIMIT = 64;
/** More become a commit that the database does not take, and keep all others waiting meanwhile. */
const VALUE_LIMIT = 250_000;
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

/** A place in a body: names of members, and places in lists. */
type Path = (string | number)[];

const faultAt = (path: Readonly<Path>, code: string, message: string): FieldError => ({
  field: path.join('.').toWellFormed().replaceAll('\0', REPLACEMENT) || 'body',
  code,
  message,
});

type Found = { faults: FieldError[]; values: number };

/** Makes nothing for what it passes by: a list can have half as many items as bytes. */
const noteInner = (value: object, path: Path, found: Found): void => {
  const { faults } = found;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && faults.length < SHOWN; index += 1)
      noteAt(index, value[index], path, found);
    return;
  }
  for (const name of Object.keys(value)) {
    if (faults.length >= SHOWN) return;
    const message = nameFault(name);
    if (message) faults.push(faultAt([...path, name], 'invalid_name', message));
    else noteAt(name, (value as Record<string, unknown>)[name], path, found);
  }
};

const noteAt = (place: string | number, inner: unknown, path: Path, found: Found): void => {
  path.push(place);
  note(inner, path, found);
  path.pop();
};

const note = (value: unknown, path: Path, found: Found): void => {
  const { faults } = found;
  found.values += 1;
  if (found.values > VALUE_LIMIT)
    throw new AppError('payload_too_large', `A body holds at most ${VALUE_LIMIT} values. Send it in parts.`);
  if (typeof value !== 'object' || value === null) {
    const message = scalarFault(value);
    if (message) faults.push(faultAt(path, 'invalid_value', message));
  } else if (path.length < DEPTH_LIMIT) noteInner(value, path, found);
  else faults.push(faultAt(path.slice(0, SHOWN_DEPTH), 'too_deep', `A body is nested at most ${DEPTH_LIMIT} deep.`));
};

/**
 * Refuses what parses as JSON and still could not be stored and shown again as it was sent: half surrogate pairs, null
 * characters, numbers beyond a double, `__proto__`, and nesting that is an attack; and what holds too many values. Throws
 * `validation_failed` or `payload_too_large`.
 * @returns how many values the body holds.
 */
export const requireStorable = (body: unknown): number => {
  const found: Found = { faults: [], values: 0 };
  note(body, [], found);
  if (found.faults.length > 0) throw validationFailed(found.faults);
  return found.values;
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
