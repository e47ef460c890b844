import type { RemoteRecord, Source } from '../connector.ts';
import { type Definition, fieldAt, requirePlace, stepsOf } from './definition.ts';
import { isOurs, keepsReferences, referenceAmong } from './reference.ts';
import { fromTryton, instantOf, type Stamp } from './wire.ts';

/** A row as Tryton answers it, with what every row is asked for. */
export type Row = {
  id: number;
  create_date: Stamp;
  write_date: Stamp | null;
  _timestamp: string;
} & Readonly<Record<string, unknown>>;

/** What is asked for of each row beside what the mapping takes. */
const ALWAYS = ['create_date', 'write_date', '_timestamp'];

/** Records that were put aside count as deleted, where the object has that. */
const ACTIVE = 'active';

/** Inactive rows are not left out. */
export const ALL_ROWS = { active_test: false };

/** The names that Tryton is asked for. Throws a `VALIDATION_ERROR` for a path that begins with no field of the object. */
export const namesOf = (
  { fields, object, references }: Pick<Source, 'fields' | 'object' | 'references'>,
  definition: Definition,
): string[] => {
  for (const path of fields) {
    fieldAt(definition, path);
    requirePlace(definition, path);
  }
  const asked = fields.map((path) => stepsOf(path).join('.'));
  const asksReference = references === true && keepsReferences(object);
  // By their code, ours are told from others.
  if (asksReference || asked.some((path) => path.startsWith('identifiers.'))) asked.push('identifiers.code');
  return [...new Set([...asked, ...ALWAYS, ...(definition.has(ACTIVE) ? [ACTIVE] : [])])];
};

/** Its last change: rows that nobody wrote since they were made have no date of writing. */
export const changeOf = ({ write_date, create_date }: Row): Stamp => write_date ?? create_date;

export const recordOf = (row: Row, definition: Definition): RemoteRecord => {
  const { _timestamp, ...rest } = withoutOurs(row);
  const fields = fromTryton(rest) as Record<string, unknown>;
  // SQLite has numbers for them.
  for (const [name, value] of Object.entries(fields))
    if (definition.get(name)?.type === 'boolean') fields[name] = Boolean(value);
  const reference = referenceAmong(row['identifiers.']);
  return {
    externalId: String(row.id),
    modifiedAt: instantOf(changeOf(row)).toISOString(),
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
