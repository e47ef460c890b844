/** The periods that metrics can be of: the days that each goes back from now. */
export const METRIC_PERIODS = { '30d': 30, '90d': 90, '1y': 365 } as const;

export type MetricPeriod = keyof typeof METRIC_PERIODS;

const DAY_MS = 86_400_000;

/** When the period that ends now began. */
export const periodStart = (period: MetricPeriod, now: Date): Date =>
  new Date(now.getTime() - METRIC_PERIODS[period] * DAY_MS);
