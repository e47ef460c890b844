/** How long a zone's clock is before or behind UTC at an instant: `+02:00`. */
const toOffset = (date: Date, zone: string): string => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(date);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.slice('GMT'.length) || '+00:00';
};

/** An instant on the clock of a zone, with its offset: `2026-11-28 23:45:07 +01:00`. */
export const formatInstant = (date: Date, zone: string): string => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return `${day.format(date)} ${toOffset(date, zone)}`;
};
