import { z } from 'zod';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

/**
 * A typed day of a request, YYYY-MM-DD, from 1900-01-01 to 2199-12-31: any other is a typing error ("0206-05-31").
 * Attributes and synchronised values keep every day of the calendar.
 */
export const Day = z.iso
  .date()
  .refine((day) => day >= FIRST_DAY && day <= LAST_DAY, `A day from ${FIRST_DAY} to ${LAST_DAY}`);

/** A moment where an organisation is: its calendar rules go by the day in its time zone. */
export type LocalTime = { now: Date; zone: string };

export const UTC = 'UTC';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Before a day begins in UTC it has begun where days begin first. */
const AHEAD_MS = 14 * HOUR_MS;
/** No zone's day begins earlier before that of UTC, or later after it. */
const FURTHEST_MS = 16 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

const getFormat = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format;
};

/** Whether a name is that of a time zone (IANA), such as `Europe/Berlin`; an offset is none. */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false;
  try {
    getFormat(name);
    return true;
  } catch {
    return false;
  }
};

/** The day, YYYY-MM-DD, of a moment in its zone. */
export const toDay = ({ now, zone }: LocalTime): string =>
  zone === UTC ? now.toISOString().slice(0, 10) : getFormat(zone).format(now);

/** The day that lies so many days after another, or before it. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The day that lies `days` after that of a moment. */
export const dayAfter = (at: LocalTime, days: number): string => addDays(toDay(at), days);

/** The first instant of a day in a zone, to the second: also where clocks are changed at midnight. */
export const startOfDay = (day: string, zone: string): Date => {
  const middle = Date.parse(day);
  let [before, from] = [middle - FURTHEST_MS, middle + FURTHEST_MS];
  while (from - before > 1_000) {
    const between = before + Math.floor((from - before) / 2_000) * 1_000;
    if (toDay({ now: new Date(between), zone }) >= day) from = between;
    else before = between;
  }
  return new Date(from);
};

/** The first instant after a day in a zone: what is due on the day is overdue from then on. */
export const endOfDay = (day: string, zone: string): Date => startOfDay(addDays(day, 1), zone);

/** When to check first whether a day has begun: where days begin first. */
export const earliestStart = (day: string): Date => new Date(Date.parse(day) - AHEAD_MS);

/**
 * When to check again whether a day has begun: when it begins in the zone, and every hour until then, since the zone of an
 * organisation may be changed. Null where it has begun.
 */
export const nextLook = (day: string, { now, zone }: LocalTime): Date | null =>
  toDay({ now, zone }) >= day ? null : new Date(Math.min(startOfDay(day, zone).getTime(), now.getTime() + HOUR_MS));
