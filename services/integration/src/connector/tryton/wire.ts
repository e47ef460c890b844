/** A moment as Tryton writes it: UTC, to the microsecond. */
export type Stamp = {
  __class__: 'datetime';
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  microsecond: number;
};

type Tagged = { __class__: string } & Readonly<Record<string, unknown>>;

const two = (part: unknown): string => String(part).padStart(2, '0');
const day = ({ year, month, day }: Tagged): string => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
const time = ({ hour, minute, second, microsecond }: Tagged): string =>
  `${two(hour)}:${two(minute)}:${two(second)}.${String(microsecond ?? 0).padStart(6, '0')}`;

/** What Tryton writes as an object of a class, because JSON has no such value. */
const CLASSES: Readonly<Record<string, (value: Tagged) => unknown>> = {
  datetime: (value) => `${day(value)}T${time(value)}Z`,
  date: day,
  time,
  timedelta: ({ seconds }) => seconds,
  // As text: a number would lose digits.
  Decimal: ({ decimal }) => decimal,
  bytes: ({ base64 }) => String(base64).replaceAll('\n', ''),
};

const isTagged = (value: object): value is Tagged => '__class__' in value && typeof value.__class__ === 'string';

/**
 * A value as JSON has it: moments and days as ISO 8601, decimals as text, bytes as base64. What Tryton answers of a relation
 * under its name with a dot stands under the name.
 */
export const fromTryton = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromTryton);
  if (typeof value !== 'object' || value === null) return value;
  if (isTagged(value)) return CLASSES[value.__class__]?.(value) ?? null;
  const entries = Object.entries(value).sort(
    ([one], [other]) => Number(one.endsWith('.')) - Number(other.endsWith('.')),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name.replace(/\.$/, ''), fromTryton(inner)]));
};

/** A moment to the millisecond, rounded down. */
export const toInstant = (stamp: Stamp): Date => {
  const { year, month, day, hour, minute, second, microsecond } = stamp;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(microsecond / 1000)));
};

export const toStamp = (instant: Date): Stamp => ({
  __class__: 'datetime',
  year: instant.getUTCFullYear(),
  month: instant.getUTCMonth() + 1,
  day: instant.getUTCDate(),
  hour: instant.getUTCHours(),
  minute: instant.getUTCMinutes(),
  second: instant.getUTCSeconds(),
  microsecond: instant.getUTCMilliseconds() * 1000,
});

const asMoment = (value: unknown): unknown => {
  const instant = new Date(String(value));
  return Number.isNaN(instant.getTime()) ? undefined : toStamp(instant);
};

const asDay = (value: unknown): unknown => {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:T|$)/.exec(String(value)) ?? [];
  return year === undefined
    ? undefined
    : { __class__: 'date', year: Number(year), month: Number(month), day: Number(day) };
};

const asNumber = (value: unknown): unknown =>
  String(value).trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : undefined;

const WRITTEN: Readonly<Record<string, (value: unknown) => unknown>> = {
  date: asDay,
  datetime: asMoment,
  timestamp: asMoment,
  integer: (value) => (Number.isInteger(asNumber(value)) ? Number(value) : undefined),
  many2one: (value) => (Number.isInteger(asNumber(value)) ? Number(value) : undefined),
  float: asNumber,
  numeric: (value) =>
    asNumber(value) === undefined ? undefined : { __class__: 'Decimal', decimal: String(value).trim() },
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  binary: (value) => (typeof value === 'string' ? { __class__: 'bytes', base64: value } : undefined),
  char: (value) => (typeof value === 'object' ? undefined : String(value)),
  text: (value) => (typeof value === 'object' ? undefined : String(value)),
};

/** A value as Tryton takes it for a field of that type; undefined where it is none of it. */
export const toTryton = (type: string, value: unknown): unknown =>
  value === null || value === undefined ? null : WRITTEN[type] ? WRITTEN[type](value) : value;
