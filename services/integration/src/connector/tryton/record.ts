import type { RemoteRecord, Source } from '../connector.ts';
import { type Definition, fieldAt, requireIndex, toSteps } from './definition.ts';
import { isOurs, referenceAmong, storesReferences } from './reference.ts';
import { fromTryton, type Stamp, toInstant } from './wire.ts';

/** A row of an answer, with the fields that are always requested. */
export type Row = {
  id: number;
  create_date: Stamp;
  write_date: Stamp | null;
  _timestamp: string;
} & Readonly<Record<string, unknown>>;

/** The fields that are requested beside those of the mapping. */
const ALWAYS = ['create_date', 'write_date', '_timestamp'];

/** Records that were put aside count as deleted, where the object has that. */
const ACTIVE = 'active';

/** Inactive rows are not left out. */
export const ALL_ROWS = { active_test: false };

/** The requested names. Throws a `VALIDATION_ERROR` for a path whose first field the object does not have. */
export const toNames = (
  { fields, object, references }: Pick<Source, 'fields' | 'object' | 'references'>,
  definition: Definition,
): string[] => {
  for (const path of fields) {
    fieldAt(definition, path);
    requireIndex(definition, path);
  }
  const requested = fields.map((path) => toSteps(path).join('.'));
  const readsReference = references === true && storesReferences(object);
  // The code distinguishes our identifiers from others.
  if (readsReference || requested.some((path) => path.startsWith('identifiers.'))) requested.push('identifiers.code');
  return [...new Set([...requested, ...ALWAYS, ...(definition.has(ACTIVE) ? [ACTIVE] : [])])];
};

/** Its last change: rows that nobody wrote since they were made have no date of writing. */
export const toChange = ({ write_date, create_date }: Row): Stamp => write_date ?? create_date;

export const toRecord = (row: Row, definition: Definition): RemoteRecord => {
  const { _timestamp, ...rest } = withoutOurs(row);
  const fields = fromTryton(rest) as Record<string, unknown>;
  // SQLite has numbers for them.
  for (const [name, value] of Object.entries(fields))
    if (definition.get(name)?.type === 'boolean') fields[name] = Boolean(value);
  const reference = referenceAmong(row['identifiers.']);
  return {
    externalId: String(row.id),
    modifiedAt: toInstant(toChange(row)).toISOString(),
    etag: _timestamp,
    deleted: definition.has(ACTIVE) && fields[ACTIVE] === false,
    ...(reference === undefined ? {} : { reference }),
    fields,
  };
};

const withoutOurs = (row: Row): Row => {
  const identifiers = row['identifiers.'];
  if (!Array.isArray(identifiers)) return row;
  return { ...row, 'identifiers.': identifiers.filter(({ code }) => !isOurs(code)) };
};
