import { addDays } from '../ui/day.ts';

/** Months are `YYYY-MM`, days `YYYY-MM-DD`; no instant is made of them, so none shifts with a zone. */
export const toMonth = (day: string): string => day.slice(0, 7);

export const firstDay = (month: string): string => `${month}-01`;

export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
};

/** `count` months, starting with `month`. */
export const monthsFrom = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(month, index));

const DAYS = 7;

/** Monday is 0. */
const weekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % DAYS;

/** The weeks of a month from Monday to Sunday; days of its neighbours are null. */
export const toWeeks = (month: string): (string | null)[][] => {
  const start = addDays(firstDay(month), -weekday(firstDay(month)));
  const weeks: (string | null)[][] = [];
  for (let day = start; toMonth(day) <= month; day = addDays(day, DAYS))
    weeks.push(
      Array.from({ length: DAYS }, (_, index) => addDays(day, index)).map((one) =>
        toMonth(one) === month ? one : null,
      ),
    );
  return weeks;
};

/** `December 2026`, or `Dec`. */
export const formatMonth = (month: string, locale: string, form: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, {
    month: form,
    timeZone: 'UTC',
    ...(form === 'long' ? { year: 'numeric' } : {}),
  }).format(new Date(`${firstDay(month)}T00:00:00Z`));

/** The days of the week from Monday on. */
export const weekdayNames = (locale: string): string[] =>
  Array.from({ length: DAYS }, (_, index) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(Date.UTC(2024, 0, 1 + index)),
    ),
  );
