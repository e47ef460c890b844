import { z } from 'zod';

const DAY_MS = 86_400_000;

const CalendarDay = z.iso.date();

/** The day of an instant (UTC). */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The day, YYYY-MM-DD, that lies `days` after the day of an instant (UTC). */
export const dayAfter = (now: Date, days: number): string => dayOf(new Date(now.getTime() + days * DAY_MS));

/** The same day of a later month, or that month's last where it has no such day. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
};

/** The day that a free value begins with; null where it tells none, such as the 30th of February. */
export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' ? (CalendarDay.safeParse(value.slice(0, 10)).data ?? null) : null;
