import { RemoteRefusal } from '../../remote/remote-error.ts';
import { notOfType, toDuration, toText } from './literal.ts';
import { type Kind, type Property, type Protocol, toKind } from './property.ts';

const V2_DATE = /^\/Date\((-?\d{1,15})([+-]\d{1,4})?\)\/$/;
const V2_TIME = /^P(?:0D)?T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d+)?S)?$/;

/**
 * A value of an answer in the form that all of ours have, which is that of v4: days `2026-11-22`, instants in ISO 8601, times
 * `10:11:12`. What is not understood stays as it came.
 */
export const readValue = (protocol: Protocol, property: Property, raw: unknown): unknown => {
  if (protocol === 'v4' || typeof raw !== 'string') return raw;
  const kind = toKind(property);
  if (kind === 'time') return toTime(raw);
  if (kind !== 'day' && kind !== 'local' && kind !== 'instant') return raw;
  const instant = toInstant(raw);
  return kind === 'day' ? (instant?.slice(0, 10) ?? raw) : (instant ?? raw);
};

/** `/Date(ms)/`, `/Date(ms+0060)/`. The milliseconds are UTC; the minutes are the zone of the writer. */
const toInstant = (raw: string): string | null => {
  const [, milliseconds] = V2_DATE.exec(raw) ?? [];
  if (milliseconds === undefined) return null;
  const date = new Date(Number(milliseconds));
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};

/** `PT10H11M12S` → `10:11:12`; what is nought may be left out. */
const toTime = (raw: string): string => {
  const match = V2_TIME.exec(raw);
  if (!match) return raw;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  return `${[hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')}${fraction}`;
};

/**
 * A value as the body of a write has it. Objects and lists are sent as they are, the service knows their form. Throws
 * `VALIDATION_ERROR`, which names the field, for a value that is none of its type.
 */
export const writtenValue = (protocol: Protocol, property: Property, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  const kind = toKind(property);
  if (typeof value === 'object' || kind === 'other') return value;
  const text = toText(kind, value);
  if (text === null) throw notOfType(property);
  requireRoom(property, text);
  return protocol === 'v2' ? toV2Json(kind, text) : toV4Json(kind, text);
};

/** What a service may cut: a longer text, or more digits behind the point than it has. */
const requireRoom = ({ name, maxLength, scale, ...property }: Property, text: string): void => {
  const kind = toKind({ name, maxLength, scale, ...property });
  const fraction = kind === 'decimal' ? (/\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0) : 0;
  const isLong = kind === 'text' && maxLength !== null && text.length > maxLength;
  if (!isLong && (scale === null || fraction <= scale)) return;
  const room = isLong ? `${maxLength} characters` : `${scale} digits behind the point`;
  throw new RemoteRefusal('VALIDATION_ERROR', `The field has room for ${room} there.`, { field: name });
};

const toV4Json = (kind: Kind, text: string): unknown => {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'integer' || kind === 'long' || kind === 'decimal' || kind === 'float') return toNumber(text);
  return text;
};

const toV2Json = (kind: Kind, text: string): unknown => {
  if (kind === 'boolean') return text === 'true';
  if (kind === 'integer' || kind === 'float') return toNumber(text);
  if (kind === 'day') return `/Date(${Date.parse(`${text}T00:00:00Z`)})/`;
  if (kind === 'local') return `/Date(${Date.parse(text)})/`;
  if (kind === 'instant') return `/Date(${Date.parse(text)}+0000)/`;
  return kind === 'time' ? toDuration(text) : text;
};

/** JSON holds what a double holds exactly, 15 digits; a longer number goes as text, which services take beside it. */
const toNumber = (text: string): number | string => (text.replace(/[eE].*|\D/g, '').length <= 15 ? Number(text) : text);
