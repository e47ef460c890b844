import type { Classification, MetricPeriod, QualityEventType } from '@qsc/contracts';

export const GROUPINGS = ['type', 'category', 'classification'] as const;

export type Grouping = (typeof GROUPINGS)[number];

/** The index that the metrics are computed from. It covers them, so that no event is fetched. */
export const METRIC_KEYS = {
  org_id: 1,
  created_at: 1,
  type: 1,
  classification: 1,
  category: 1,
  due_date: 1,
  ended_at: 1,
} as const;

/** How many categories are reported: the most frequent ones. */
export const CATEGORY_LIMIT = 500;

/** How many events there are, and how many of them are open. */
export type Share = { total: number; open: number };

/** The metrics of an organisation's events (specification, "Quality event metrics"). */
export type Metrics = {
  period: MetricPeriod;
  summary: {
    total_events: number;
    open_events: number;
    closed_events: number;
    overdue_events: number;
    average_closure_days: number | null;
  };
  by_type: Record<QualityEventType, Share>;
  by_classification: Record<Classification, number>;
  by_category?: Record<string, Share>;
  trends: { events_by_week: { week: string; count: number }[] };
};

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A Monday, from which weeks are counted. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);

const DAYS_TO_THURSDAY = 3;

/** The Monday, 00:00 UTC, of the week of an instant. */
export const toMonday = (instant: Date): Date => {
  const weeks = Math.floor((instant.getTime() - FIRST_MONDAY_MS) / WEEK_MS);
  return new Date(FIRST_MONDAY_MS + weeks * WEEK_MS);
};

/** The label of an ISO 8601 week, such as 2026-W07. */
export const weekLabel = ({ year, week }: { year: number; week: number }): string =>
  `${year}-W${String(week).padStart(2, '0')}`;

/** The label of a week by its Monday: it belongs to the year that its Thursday is in. */
export const toWeekLabel = (monday: Date): string => {
  const thursday = new Date(monday.getTime() + DAYS_TO_THURSDAY * DAY_MS);
  const year = thursday.getUTCFullYear();
  return weekLabel({ year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS) + 1 });
};

/** The Mondays of every week from the one of an instant to the one of another. */
export const mondaysBetween = (from: Date, to: Date): Date[] => {
  const first = toMonday(from).getTime();
  const weeks = (toMonday(to).getTime() - first) / WEEK_MS + 1;
  return Array.from({ length: weeks }, (_, index) => new Date(first + index * WEEK_MS));
};

const TENTHS = 10;

/** Milliseconds as days, to a tenth; null stays null. */
export const toDays = (milliseconds: number | null): number | null =>
  milliseconds === null ? null : Math.round((milliseconds / DAY_MS) * TENTHS) / TENTHS;
