import { findMonth, foldLetters, MONTH } from './month.ts';

/** Which of two small numbers is the day. */
export type DateOrder = 'dmy' | 'mdy';

/** A date as understood; `day` is null where only a month is printed. */
export type PrintedDate = { year: number; month: number; day: number | null };

/** A date at the beginning of a text; `length` of what was read; `ambiguous` where the order of day and month decided. */
export type ReadDate = PrintedDate & { length: number; ambiguous: boolean };

type Parts = Record<string, string | undefined>;
type Form = readonly [pattern: RegExp, read: (parts: Parts, order: DateOrder) => PrintedDate | null];

const YEAR = String.raw`(?:19|20)\d{2}`;
// Both signs between the parts must be the same one.
const FIRST = String.raw`\s?(?<sign>[-/.\u2010-\u2014])\s?`;
const AGAIN = String.raw`\s?\k<sign>\s?`;
const DAY = String.raw`(?<d>\d{1,2})`;
const NAME = `(?<name>${MONTH})`;

// The longer forms stand before those that are their beginnings.
const FORMS: readonly Form[] = [
  [/^(?<y>\d{4})\s?年\s?(?<m>\d{1,2})\s?月(?:\s?(?<d>\d{1,2})\s?日?)?/, byNumbers],
  [new RegExp(`^(?<y>${YEAR})${FIRST}(?<m>\\d{1,2})${AGAIN}${DAY}(?!\\d)`), byNumbers],
  [new RegExp(`^(?<y>${YEAR}) (?<m>\\d{2}) (?<d>\\d{2})(?!\\d)`), byNumbers],
  [new RegExp(`^(?<y>${YEAR})(?<m>0[1-9]|1[0-2])(?<d>[0-3]\\d)(?!\\d)`), byNumbers],
  [new RegExp(`^(?<a>\\d{1,2})${FIRST}(?<b>\\d{1,2})${AGAIN}(?<y>\\d{4}|\\d{2})(?!\\d)`), byOrder],
  [new RegExp(`^(?<a>\\d{2}) (?<b>\\d{2}) (?<y>${YEAR})(?!\\d)`), byOrder],
  [new RegExp(`^(?<a>[0-3]\\d)(?<b>[0-3]\\d)(?<y>${YEAR})(?!\\d)`), byOrder],
  [
    new RegExp(
      `^${DAY}\\s?(?:st|nd|rd|th|er|º|o)?[\\s\\-/.,]*(?:of |de |den )?${NAME}[\\s\\-/.,'’]*(?:de |del )?(?<y>\\d{4}|\\d{2})(?![\\d:])`,
    ),
    byName,
  ],
  [
    new RegExp(`^${NAME}[\\s\\-/.]*${DAY}(?:st|nd|rd|th)?(?:\\s?[,.\\-/]\\s?|\\s)(?<y>\\d{4}|\\d{2})(?![\\d:])`),
    byName,
  ],
  [new RegExp(`^(?<y>${YEAR})[\\s\\-/.,]*${NAME}[\\s\\-/.,]*${DAY}(?!\\d)`), byName],
  [new RegExp(`^${NAME}[\\s\\-/.,'’]*(?:de )?(?<y>${YEAR})(?!\\d)`), byName],
  [new RegExp(`^${NAME}\\s?[\\-/.,'’]\\s?(?<y>\\d{2})(?!\\d)`), byName],
  [new RegExp(`^(?<y>${YEAR})[\\s\\-/.,]*${NAME}(?![a-z])`), byName],
  [new RegExp(`^(?<y>${YEAR})\\s?[-/.]\\s?(?<m>\\d{1,2})(?![\\d/.-])`), byNumbers],
  [new RegExp(`^(?<m>\\d{1,2})\\s?[-/.]\\s?(?<y>${YEAR})(?!\\d)`), byNumbers],
  [/^(?<m>\d{2})\s?[-/]\s?(?<y>\d{2})$/, byNumbers],
  [new RegExp(`^(?<y>${YEAR})(?<m>0[1-9]|1[0-2])$`), byNumbers],
];

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[,.]?\s+(?=[a-z0-9])/;

/** The date that the text begins with; what follows it (a time, a remark) is left; null where none or an impossible one. */
export function readDate(text: string, order: DateOrder): ReadDate | null {
  const folded = foldLetters(text);
  const start = folded.length - folded.replace(/^[\s:;,.([]+/, '').length;
  const weekday = WEEKDAY.exec(folded.slice(start))?.[0].length ?? 0;
  const rest = folded.slice(start + weekday);
  for (const [pattern, read] of FORMS) {
    const match = pattern.exec(rest);
    const parts = match?.groups;
    if (!match || !parts) continue;
    const date = read(parts, order);
    if (!date) continue;
    const ambiguous = parts.a !== undefined && Number(parts.a) <= 12 && Number(parts.b) <= 12 && parts.a !== parts.b;
    return { ...date, length: start + weekday + match[0].length, ambiguous };
  }
  return null;
}

/** Whether a text begins with a date in any order. */
export function looksLikeDate(text: string): boolean {
  return readDate(text, 'dmy') !== null || readDate(text, 'mdy') !== null;
}

/** YYYY-MM-DD; a date without a day becomes the first or the last day of its month. */
export function toIsoDate(date: PrintedDate, missingDay: 'first' | 'last' = 'first'): string {
  const day = date.day ?? (missingDay === 'first' ? 1 : daysIn(date.year, date.month));
  return [String(date.year).padStart(4, '0'), pad(date.month), pad(day)].join('-');
}

function byNumbers(parts: Parts): PrintedDate | null {
  const day = parts.d === undefined ? null : Number(parts.d);
  return valid({ year: fullYear(parts.y ?? ''), month: Number(parts.m), day });
}

function byName(parts: Parts): PrintedDate | null {
  const day = parts.d === undefined ? null : Number(parts.d);
  return valid({ year: fullYear(parts.y ?? ''), month: findMonth(parts.name ?? ''), day });
}

function byOrder(parts: Parts, order: DateOrder): PrintedDate | null {
  const [a, b, year] = [Number(parts.a), Number(parts.b), fullYear(parts.y ?? '')];
  const swapped = a > 12 ? 'dmy' : b > 12 ? 'mdy' : order;
  return valid(swapped === 'dmy' ? { year, month: b, day: a } : { year, month: a, day: b });
}

function valid(date: PrintedDate): PrintedDate | null {
  if (date.year < 1950 || date.year > 2099 || date.month < 1 || date.month > 12) return null;
  if (date.day !== null && (date.day < 1 || date.day > daysIn(date.year, date.month))) return null;
  return date;
}

function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits);
  return Number(digits) + (Number(digits) < 80 ? 2000 : 1900);
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
