import { z } from 'zod';

const CalendarDay = z.iso.date();

/** The same day of a later month, or that month's last where it has no such day. */
export const monthsAfter = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
};

/** The day at the start of a free value; null where there is none, or an impossible one such as the 30th of February. */
export const dayIn = (value: unknown): string | null =>
  typeof value === 'string' ? (CalendarDay.safeParse(value.slice(0, 10)).data ?? null) : null;
