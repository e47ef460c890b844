const DAY_MS = 86_400_000;

/** The day, YYYY-MM-DD, that lies so many days from that of an instant; negative ones are past. */
export const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
