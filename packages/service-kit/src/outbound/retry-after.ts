/** Nobody is left alone for longer, whatever they ask for. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * What a `Retry-After` asks for from that moment on, in milliseconds: seconds or a date (RFC 9110, 10.2.3), and a day at most.
 * Null where it says nothing that can be followed.
 */
export const retryAfterMs = (header: string | null, now: number): number | null => {
  const text = header?.trim() ?? '';
  const requested = /^\d+$/.test(text) ? Number(text) * 1_000 : parseDate(text) - now;
  return Number.isNaN(requested) ? null : Math.min(Math.max(requested, 0), LONGEST_MS);
};

/** Not a number unless it tells a time of day: of other words `Date.parse` makes years. */
const parseDate = (text: string): number => (/\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN);
