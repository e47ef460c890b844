const PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};
const EARLIEST_YEAR = 1900;
const LATEST_YEAR = 2100;

/** What is wrong with a date format such as `M/D/YYYY`; null when it can be used. */
export const dateFormatFault = (format: string): string | null => {
  const tokens = (format.match(/[A-Za-z]+/g) ?? []).flatMap((run) => run.match(/YYYY|MM|M|DD|D|./g) ?? []);
  const unknown = tokens.find((token) => !(token in PARTS));
  if (unknown !== undefined) return `A date is made of YYYY, MM or M, DD or D; "${unknown}" is none of them`;
  const letters = tokens.map((token) => token[0]).sort();
  return letters.join('') === 'DMY' ? null : 'A date format names year, month and day once each';
};

/** The date that a text in the given format tells, as `YYYY-MM-DD`; null when it tells none between 1900 and 2100. */
export const readDate = (text: string, format: string): string | null => {
  const { year, month, day } = toPattern(format).exec(text)?.groups ?? {};
  if (year === undefined || month === undefined || day === undefined) return null;
  if (Number(year) < EARLIEST_YEAR || Number(year) > LATEST_YEAR) return null;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
  return exists ? date : null;
};

const toPattern = (format: string): RegExp =>
  new RegExp(`^${format.replaceAll(/YYYY|MM?|DD?|[^A-Za-z0-9]/g, (part) => PARTS[part] ?? `\\${part}`)}$`);
