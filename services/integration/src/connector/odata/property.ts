/** v2 is what S/4HANA speaks in its older APIs; v4 is the standard of today. */
export type Protocol = 'v2' | 'v4';

/** A property as the metadata of a service declares it. */
export type Property = {
  name: string;
  /** `Edm.String`, or the qualified name of a type of the service's own. */
  type: string;
  /** It has a day without a time: `Edm.Date`, or `Edm.DateTime` of v2 with that display format. */
  isDay: boolean;
  isNullable: boolean;
  /** How many characters a text has at most, and how many digits a decimal behind its point; null where that is left open. */
  maxLength: number | null;
  scale: number | null;
};

/** What kinds of values there are, whatever a protocol calls them. */
export type Kind =
  | 'text'
  | 'guid'
  | 'boolean'
  | 'integer'
  | 'long'
  | 'decimal'
  | 'float'
  | 'day'
  | 'instant'
  | 'local'
  | 'time'
  | 'other';

const KINDS: Readonly<Record<string, Kind>> = {
  'Edm.String': 'text',
  'Edm.Guid': 'guid',
  'Edm.Boolean': 'boolean',
  'Edm.Byte': 'integer',
  'Edm.SByte': 'integer',
  'Edm.Int16': 'integer',
  'Edm.Int32': 'integer',
  'Edm.Int64': 'long',
  'Edm.Decimal': 'decimal',
  'Edm.Double': 'float',
  'Edm.Single': 'float',
  'Edm.Date': 'day',
  'Edm.DateTimeOffset': 'instant',
  'Edm.DateTime': 'local',
  'Edm.TimeOfDay': 'time',
  'Edm.Time': 'time',
};

/** The kind of a property's values; `other` for enumerations, complex types and what is not compared. */
export const toKind = ({ type, isDay }: Property): Kind => (isDay ? 'day' : (KINDS[type] ?? 'other'));
