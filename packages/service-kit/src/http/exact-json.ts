import { AppError, invalidField } from '../error.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The fewest digits that a whole number beyond 2^53 - 1 has. */
const LONG = 16;
const SHOWN_NAME = 100;
const SHOWN_DEPTH = 64;

/** An object with its names so far, or a list; `at` is the member that is being read. */
type Frame = { names: Set<string> | null; at: string | number };

const toUtf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** The name that a member has; an escape in it can stand for any character. */
const unquoteName = (quoted: string): string => {
  if (!quoted.includes('\\')) return quoted;
  try {
    return Buffer.from(String(JSON.parse(`"${toUtf8(quoted)}"`)), 'utf8').toString('latin1');
  } catch {
    return quoted;
  }
};

/** The place of the quote that ends the string which begins at `start`; -1 for a string without an end. */
const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return -1;
};

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

const requireNew = ({ names }: Frame, name: string): void => {
  if (names?.has(name))
    throw new AppError('invalid_request', `The body names the member "${toUtf8(name).slice(0, SHOWN_NAME)}" twice.`);
  names?.add(name);
};

const requireExact = (number: string, frames: readonly Frame[]): void => {
  if (number.length < LONG || /[.eE]/.test(number) || Number.isSafeInteger(Number(number))) return;
  const field = toUtf8(
    frames
      .slice(0, SHOWN_DEPTH)
      .map(({ at }) => at)
      .join('.'),
  );
  throw invalidField(
    field || 'body',
    'inexact_number',
    'A whole number beyond 9007199254740991 cannot be kept exactly; send it as a string.',
  );
};

const NUMBER = /-?[\d.eE+-]*/y;

/**
 * Refuses what `JSON.parse` would change in silence: an object that names a member twice (RFC 8259, 4), of which the last would
 * win, and a whole number that a double cannot hold. Goes through the text once; what is no JSON is left to the parser. Throws
 * `invalid_request`, or `validation_failed` that names the field.
 */
export const requireExactJson = (bytes: Buffer): void => {
  const text = bytes.toString('latin1');
  const frames: Frame[] = [];
  let top: Frame | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (end === -1) return;
      let next = end + 1;
      while (isBlank(text.charCodeAt(next))) next += 1;
      if (top && text.charCodeAt(next) === COLON) {
        top.at = unquoteName(text.slice(index + 1, end));
        requireNew(top, top.at);
      }
      index = end;
    } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
      top = code === OPEN_OBJECT ? { names: new Set(), at: '' } : { names: null, at: 0 };
      frames.push(top);
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      frames.pop();
      top = frames.at(-1);
    } else if (code === COMMA) {
      if (top && typeof top.at === 'number') top.at += 1;
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = index;
      const number = NUMBER.exec(text)?.[0] ?? '';
      requireExact(number, frames);
      index += number.length - 1;
    }
  }
};
