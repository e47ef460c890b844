import { countryCode } from './country.ts';
import type { BuiltIn } from './mapping.ts';
import { done, fault, type Outcome } from './outcome.ts';

/** What a built-in makes of a value that is there (decisions, "Integrations"). What it cannot read is a fault, never a guess. */
export const applyBuiltIn = (name: BuiltIn, value: unknown): Outcome => BUILT_INS[name](value);

const textOnly =
  (change: (text: string) => string) =>
  (value: unknown): Outcome =>
    typeof value === 'string' ? done(change(value)) : fault('The value is no text.');

const toCountryCode = (value: unknown): Outcome => {
  const code = typeof value === 'string' ? countryCode(value) : null;
  return code ? done(code) : fault('The value is neither the code nor the name of a country.');
};

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const BASIC_DATE = /^(\d{4})(\d\d)(\d\d)$/;

const isDay = (day: string): boolean => {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** The day as the partner wrote it, whatever its time zone is. */
const toDate = (value: unknown): Outcome => {
  const found = typeof value === 'string' ? (DATE.exec(value.trim()) ?? BASIC_DATE.exec(value.trim())) : null;
  const day = found ? found.slice(1, 4).join('-') : '';
  return isDay(day) ? done(day) : fault('The value is no date by ISO 8601.');
};

const DECIMAL = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

const toNumber = (value: unknown): Outcome => {
  const text = typeof value === 'string' ? value.trim() : null;
  if (typeof value !== 'number' && !(text !== null && DECIMAL.test(text))) return fault('The value is no number.');
  const number = Number(value);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    return fault('The number is too large to be stored exactly.');
  return done(number === 0 ? 0 : number);
};

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', 'x']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', 'n', '0']);

const toBoolean = (value: unknown): Outcome => {
  const text = typeof value === 'object' ? '' : String(value).trim().toLowerCase();
  if (TRUE.has(text)) return done(true);
  return FALSE.has(text) ? done(false) : fault('The value is neither true nor false.');
};

const BUILT_INS: Readonly<Record<BuiltIn, (value: unknown) => Outcome>> = {
  country_code: toCountryCode,
  trim: textOnly((text) => text.trim()),
  upper: textOnly((text) => text.toUpperCase()),
  lower: textOnly((text) => text.toLowerCase()),
  date: toDate,
  number: toNumber,
  boolean: toBoolean,
};
