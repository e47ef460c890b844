import { RemoteTrouble } from './remote-error.ts';

/** Numbers of fewer digits are exact in JSON's way. */
const LONG_NUMBER = /[\d.]{16}/;

/**
 * The JSON of an answer (RFC 8259; a byte order mark is skipped). A number that a double does not hold exactly is its text. Throws
 * `RemoteTrouble`, which says what came instead.
 */
export const parseJson = (body: Buffer): unknown => {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, exact as Parameters<typeof JSON.parse>[1]) : JSON.parse(text);
  } catch {
    throw new RemoteTrouble(toCause(text));
  }
};

/** The JSON of an answer; null where it is something else, such as the page of a proxy. */
export const jsonOrNull = (body: Buffer): unknown => {
  try {
    return parseJson(body);
  } catch {
    return null;
  }
};

const toCause = (text: string): string => {
  if (/^\s*</.test(text))
    return 'The external system answered with a web page, such as a login or a notice, and not with JSON.';
  const [token] = /(?<=[:[,]\s*)-?(?:NaN|Infinity)\b/.exec(text) ?? [];
  return token === undefined
    ? 'The external system did not answer in JSON.'
    : `The external system answered what is no JSON: it has ${token} instead of a number.`;
};

/** The source of a primitive is given by ECMAScript's "JSON.parse source text access". */
const exact = (_name: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && decimalForm(source) !== decimalForm(String(value))
    ? source
    : value;

/** A decimal in the one form that equal ones have, `1.50` and `15e-1` alike; null for what is none. */
export const decimalForm = (text: string): string | null => {
  const found = /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text.trim());
  if (!found || !/\d/.test(text)) return null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = found;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const bare = digits.replace(/0+$/, '');
  if (bare === '') return '0';
  return `${sign === '-' ? '-' : ''}${bare}e${Number(power) - fraction.length + digits.length - bare.length}`;
};
