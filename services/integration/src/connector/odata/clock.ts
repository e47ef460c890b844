import { RemoteRefusal } from '../../remote/remote-error.ts';
import { toLiteral } from './literal.ts';
import type { Shape } from './metadata.ts';
import { type Property, type Protocol, toKind } from './property.ts';

/** The columns with the time of the last change: an instant or a day, and the time of that day. */
export type Clock = { date: Property; time: Property | null };

/** The clock of a field. Older APIs have the time of day in another field: `LastChangeDate`, `LastChangeTime`. */
export const toClock = (shape: Shape, field: string): Clock => {
  const date = shape.properties.get(field);
  const kind = date && toKind(date);
  if (!date || (kind !== 'instant' && kind !== 'local' && kind !== 'day')) throw noClock(field);
  const time =
    kind === 'day' && field.endsWith('Date') ? shape.properties.get(field.replace(/Date$/, 'Time')) : undefined;
  return { date, time: time && toKind(time) === 'time' ? time : null };
};

const noClock = (field: string): RemoteRefusal => {
  const message = 'The external system has no date in the field that tells when a record changed.';
  return new RemoteRefusal('VALIDATION_ERROR', message, { field });
};

/** When the record changed, in ISO 8601 with milliseconds; null where it does not say. A day without a time is its midnight. */
export const readModifiedAt = ({ date, time }: Clock, fields: Readonly<Record<string, unknown>>): string | null => {
  const day = fields[date.name];
  if (typeof day !== 'string' || day === '') return null;
  const ofDay = time && typeof fields[time.name] === 'string' ? fields[time.name] : '00:00:00';
  const instant = new Date(day.length === 10 ? `${day}T${ofDay}Z` : day);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
};

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Since when changes are requested. Where a day has no time, the day before counts too: the day of the service's zone may
 * start up to half a day later than that of UTC.
 */
export const toSince = ({ date, time }: Clock, since: Date): string =>
  new Date(since.getTime() - (date.isDay && !time ? DAY_MS : 0)).toISOString();

/** What is shown of a moment ends with its day, its second where no part of one is shown, or its millisecond. */
export const behind = ({ date, time }: Clock, at: string): string => {
  const unitMs = date.isDay && !time ? DAY_MS : at.endsWith('.000Z') ? SECOND_MS : 1;
  const start = date.isDay && !time ? Date.parse(at.slice(0, 10)) : Date.parse(at);
  return new Date(start + unitMs).toISOString();
};

/** The literals of a moment by column. */
const columnsAt = (protocol: Protocol, { date, time }: Clock, at: string) => ({
  day: toLiteral(protocol, date, at),
  ofDay: time && toLiteral(protocol, time, at.slice(11, 19)),
  isMidnight: at.slice(11, 19) === '00:00:00',
});

/** Finds what changed at that moment or later. A time that is not there is midnight. */
export const buildFromFilter = (protocol: Protocol, clock: Clock, at: string): string => {
  const { day, ofDay, isMidnight } = columnsAt(protocol, clock, at);
  const { date, time } = clock;
  if (!time || isMidnight) return `${date.name} ge ${day}`;
  return `(${date.name} gt ${day} or (${date.name} eq ${day} and ${time.name} ge ${ofDay}))`;
};

/** Finds what changed within what is shown as that moment. */
export const buildWithinFilter = (protocol: Protocol, clock: Clock, at: string): string => {
  const { day, ofDay, isMidnight } = columnsAt(protocol, clock, at);
  const { date, time } = clock;
  if (!date.isDay) return `${date.name} ge ${day} and ${date.name} lt ${toLiteral(protocol, date, behind(clock, at))}`;
  if (!time) return `${date.name} eq ${day}`;
  const empty = isMidnight && time.isNullable ? ` or ${time.name} eq null` : '';
  return `${date.name} eq ${day} and (${time.name} eq ${ofDay}${empty})`;
};

export const listColumns = ({ date, time }: Clock): Property[] => (time ? [date, time] : [date]);
