/**
 * Calendar days (`YYYY-MM-DD`) and instants as people read them. A day is never turned into an instant of the browser's zone, so
 * it never shifts; instants are shown in the zone of the organisation.
 */

const DAY_MS = 86_400_000;
const RELATIVE_DAYS = 7;

export type Place = { locale: string; zone: string };

const formats = new Map<string, Intl.DateTimeFormat>();

const makeFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
};

/** English is written the British way: 12 Dec 2026. */
const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);

/** `12 Dec 2026`, whatever the zone of the browser is. */
export const formatDay = (day: string, locale: string): string =>
  makeFormat(dateLocale(locale), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The day of an instant in a zone. */
export const dayIn = (zone: string, instant: Date = new Date()): string => {
  const parts = makeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(instant);
};

/** How many days lie between two calendar days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of an ISO 8601 week such as `2026-W28`: 4 January is always in the first one. */
export const toMonday = (week: string): string => {
  const [year, number] = week.split('-W');
  const fourth = `${year}-01-04`;
  const daysSinceMonday = (new Date(fourth).getUTCDay() + 6) % 7;
  return addDays(fourth, 7 * (Number(number) - 1) - daysSinceMonday);
};

/** `12 Dec 2026, 14:05 CET`, or with seconds. */
export const formatInstant = (instant: string, { locale, zone }: Place, hasSeconds = false): string => {
  const date = new Date(instant);
  const day = makeFormat(dateLocale(locale), { day: 'numeric', month: 'short', year: 'numeric', timeZone: zone });
  const time = makeFormat(dateLocale(locale), {
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds ? { second: '2-digit' as const } : {}),
    timeZone: zone,
    timeZoneName: 'short',
  });
  return `${day.format(date)}, ${time.format(date)}`;
};

const offsetAt = (ms: number, zone: string): number => {
  const name = makeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(name ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
};

/** The first instant of a calendar day in a zone. */
export const startOfDay = (day: string, zone: string): string => {
  const utc = Date.parse(`${day}T00:00:00Z`);
  return new Date(utc - offsetAt(utc - offsetAt(utc, zone), zone)).toISOString();
};

/** The last instant of a calendar day in a zone. */
export const endOfDay = (day: string, zone: string): string =>
  new Date(Date.parse(startOfDay(addDays(day, 1), zone)) - 1).toISOString();

/** `3 days ago` or `in 14 days`; null where the day lies further away than a week. */
export const relativeDay = (day: string, { locale, zone }: Place): string | null => {
  const days = daysBetween(dayIn(zone), day);
  if (Math.abs(days) > RELATIVE_DAYS) return null;
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
};

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `5 minutes ago`; null where the instant lies further away than a week. */
export const relativeInstant = (instant: string, locale: string, now = Date.now()): string | null => {
  const away = Date.parse(instant) - now;
  if (Math.abs(away) > RELATIVE_DAYS * DAY_MS) return null;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, ms] of UNITS) if (Math.abs(away) >= ms) return format.format(Math.trunc(away / ms), unit);
  return format.format(0, 'minute');
};
