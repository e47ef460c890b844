import { RemoteRefusal } from '../../remote/remote-error.ts';
import { type Kind, type Property, type Protocol, toKind } from './property.ts';

type Scalar = string | number | boolean | null;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,12})?)?$/;

/**
 * A value as text in the form of v4, or null where it is no value of that kind. Everything but free text is matched in full,
 * so that no value can become a part of a query.
 */
export const toText = (kind: Kind, value: unknown): string | null => {
  if (value === null || typeof value === 'object') return null;
  const text = String(value);
  const isGood = FORMS[kind];
  if (kind === 'day') return isRealDay(text.slice(0, 10)) && isGood(text) ? text.slice(0, 10) : null;
  if ((kind === 'instant' || kind === 'local') && isRealDay(text)) return `${text}T00:00:00Z`;
  return isGood(text) ? text : null;
};

const isRealDay = (text: string): boolean =>
  DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

const isInstant = (text: string): boolean =>
  INSTANT.test(text) && isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

const isFloat = (text: string): boolean => /^-?\d{1,320}(\.\d{1,320})?([eE][+-]?\d{1,3})?$/.test(text);

const FORMS: Readonly<Record<Kind, (text: string) => boolean>> = {
  text: () => true,
  guid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  integer: (text) => /^-?\d{1,10}$/.test(text),
  long: (text) => /^-?\d{1,19}$/.test(text),
  decimal: (text) => /^-?\d{1,60}(\.\d{1,60})?$/.test(text),
  float: isFloat,
  day: (text) => DAY.test(text) || isInstant(text),
  instant: isInstant,
  local: isInstant,
  time: (text) => TIME.test(text),
  other: () => true,
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const SUFFIXES: Readonly<Partial<Record<string, string>>> = {
  'Edm.Int64': 'L',
  'Edm.Decimal': 'M',
  'Edm.Double': 'd',
  'Edm.Single': 'f',
};

const V2_PREFIXES: Readonly<Partial<Record<Kind, string>>> = {
  guid: 'guid',
  day: 'datetime',
  instant: 'datetimeoffset',
  local: 'datetime',
  time: 'time',
};

/**
 * The literal of a value in a filter or a key, not yet encoded for an address. Throws `VALIDATION_ERROR`, which names the field,
 * for a value that is none of its type.
 */
export const toLiteral = (protocol: Protocol, property: Property, value: Scalar): string => {
  if (value === null) return 'null';
  const kind = toKind(property);
  const text = toText(kind, value);
  if (text === null) throw notOfType(property);
  if (kind === 'text') return quoted(text);
  if (kind === 'other') return `${property.type.startsWith('Edm.') ? '' : property.type}${quoted(text)}`;
  if (protocol === 'v4') return text;
  const prefix = V2_PREFIXES[kind];
  return prefix ? `${prefix}'${toV2Text(kind, text)}'` : `${text}${SUFFIXES[property.type] ?? ''}`;
};

/** v2 knows durations where v4 has times of the day, and instants without a zone. */
const toV2Text = (kind: Kind, text: string): string => {
  if (kind === 'day') return `${text}T00:00:00`;
  if (kind === 'local') return new Date(text).toISOString().slice(0, -1);
  if (kind === 'time') return toDuration(text);
  return text;
};

/** `10:11:12` → `PT10H11M12S`. */
export const toDuration = (time: string): string => {
  const [hours, minutes, seconds = '00'] = time.split(':');
  return `PT${hours}H${minutes}M${seconds}S`;
};

/** The refusal of a value that the field does not take. */
export const notOfType = ({ name, type }: Property): RemoteRefusal =>
  new RemoteRefusal('VALIDATION_ERROR', `The value is not of the type ${type} that this field has there.`, {
    field: name,
  });
