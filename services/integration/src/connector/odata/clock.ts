import { RemoteRefusal } from '../../remote/remote-error.ts';
import { literalOf } from './literal.ts';
import type { Shape } from './metadata.ts';
import { kindOf, type Property, type Protocol } from './property.ts';

/** By which columns a set tells when a record changed: one that holds an instant or a day, and one for the time of that day. */
export type Clock = { date: Property; time: Property | null };

/** The clock of a field. The time of a day stands in a field of its own in older APIs: `LastChangeDate`, `LastChangeTime`. */
export const clockOf = (shape: Shape, field: string): Clock => {
  const date = shape.properties.get(field);
  const kind = date && kindOf(date);
  if (!date || (kind !== 'instant' && kind !== 'local' && kind !== 'day')) throw noClock(field);
  const time =
    kind === 'day' && field.endsWith('Date') ? shape.properties.get(field.replace(/Date$/, 'Time')) : undefined;
  return { date, time: time && kindOf(time) === 'time' ? time : null };
};

const noClock = (field: string): RemoteRefusal =>
  new RemoteRefusal(
    'VALIDATION_ERROR',
    'The external system has no date in the field that tells when a record changed.',
    {
      field,
    },
  );

/** When the record changed, in ISO 8601 with milliseconds; null where it does not say. A day without a time is its midnight. */
export const modifiedAtOf = ({ date, time }: Clock, fields: Readonly<Record<string, unknown>>): string | null => {
  const day = fields[date.name];
  if (typeof day !== 'string' || day === '') return null;
  const ofDay = time && typeof fields[time.name] === 'string' ? fields[time.name] : '00:00:00';
  const instant = new Date(day.length === 10 ? `${day}T${ofDay}Z` : day);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
};

const DAY_MS = 86_400_000;

/**
 * Finds what changed then or later. A day takes all of it, since the time is another column (see `isEarlier`). Where there is no
 * time, the day before is taken too: a service writes the day of its own zone, and begins it up to half a day later than UTC.
 */
export const sinceFilterOf = (protocol: Protocol, { date, time }: Clock, since: Date): string => {
  const margin = date.isDay && !time ? DAY_MS : 0;
  return `${date.name} ge ${literalOf(protocol, date, new Date(since.getTime() - margin).toISOString())}`;
};

/**
 * Whether a record of the first day was taken before. Times of the day have seconds, so the second in which the last walk
 * stopped is walked again. A day without a time tells nothing, so all of it comes again.
 */
export const isEarlier = ({ time }: Clock, modifiedAt: string | null, since: Date | null): boolean => {
  if (!time || since === null || modifiedAt === null) return false;
  return Date.parse(modifiedAt) < Math.floor(since.getTime() / 1_000) * 1_000;
};

export const columnsOf = ({ date, time }: Clock): Property[] => (time ? [date, time] : [date]);
