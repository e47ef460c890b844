import type { Day } from '../sheet/settled.ts';

export type DateForm =
  | 'iso'
  | 'dot'
  | 'slash-european'
  | 'slash-american'
  | 'dash-word'
  | 'long'
  | 'american-long'
  | 'upper'
  | 'month-slash'
  | 'month-dot'
  | 'month-word'
  | 'month-dash';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const two = (value: number) => String(value).padStart(2, '0');
const word = (month: number) => months[month - 1] ?? '';
const short = (month: number) => word(month).slice(0, 3);

const printers: Record<DateForm, (date: Day) => string> = {
  iso: ({ year, month, day }) => `${year}-${two(month)}-${two(day)}`,
  dot: ({ year, month, day }) => `${two(day)}.${two(month)}.${year}`,
  'slash-european': ({ year, month, day }) => `${two(day)}/${two(month)}/${year}`,
  'slash-american': ({ year, month, day }) => `${two(month)}/${two(day)}/${year}`,
  'dash-word': ({ year, month, day }) => `${two(day)}-${short(month)}-${year}`,
  long: ({ year, month, day }) => `${day} ${word(month)} ${year}`,
  'american-long': ({ year, month, day }) => `${word(month)} ${day}, ${year}`,
  upper: ({ year, month, day }) => `${two(day)} ${short(month).toUpperCase()} ${year}`,
  'month-slash': ({ year, month }) => `${two(month)}/${year}`,
  'month-dot': ({ year, month }) => `${two(month)}.${year}`,
  'month-word': ({ year, month }) => `${short(month).toUpperCase()} ${year}`,
  'month-dash': ({ year, month }) => `${short(month)}-${year}`,
};

/** A day in the words of `form`. */
export function printDay(date: Day, form: DateForm): string {
  return printers[form](date);
}

/** The day that is meant, YYYY-MM-DD; of month-only forms the first day, or with `last` the last day of the month. */
export function meantDay(date: Day, form: DateForm, last: boolean): string {
  if (!form.startsWith('month-')) return printers.iso(date);
  const day = last ? new Date(Date.UTC(date.year, date.month, 0)).getUTCDate() : 1;
  return printers.iso({ ...date, day });
}
