import { formatInstant } from '@qsc/table-export';

/** How values are printed: instants on the clock of the organisation, and ids by their names. */
export type Printing = { zone: string; names: ReadonlyMap<string, string> };

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

const NONE = '–';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const capitalized = (text: string): string =>
  (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\bcapa\b/i, 'CAPA');

/** A field as a person reads it: `root_cause.category` is "Root cause: category", and `supplier_id`, shown by a name, "Supplier". */
export const printField = (path: string): string =>
  capitalized(
    path
      .replace(/^attributes\./, '')
      .replace(/^extracted_data\./, 'as_read.')
      .split('.')
      .map((part) => part.replace(/_id$/, '').replaceAll('_', ' '))
      .join(': '),
  );

/** An instant with the offset of the zone. */
export const printInstant = (text: unknown, { zone }: Printing): string =>
  typeof text === 'string' && INSTANT.test(text) ? formatInstant(new Date(text), zone) : NONE;

/** A document by its file and version, as references name it. */
const printReference = ({ filename, document_id, version }: Record<string, unknown>): string =>
  `${filename ?? document_id} (version ${version})`;

/** A value of a record, whole: what is nested stands in lines. */
export const printValue = (value: unknown, printing: Printing): string => {
  if (value === null || value === undefined || value === '') return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string')
    return INSTANT.test(value) ? printInstant(value, printing) : (printing.names.get(value) ?? value);
  if (Array.isArray(value)) {
    const separator = value.some(isObject) ? '\n' : ', ';
    return value.length === 0 ? NONE : value.map((item) => printValue(item, printing)).join(separator);
  }
  if (isObject(value)) {
    if ('document_id' in value) return printReference(value);
    const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
    return members.length === 0
      ? NONE
      : members
          .map(([name, member]) => `${printField(name)}: ${name === 'id' ? member : printValue(member, printing)}`)
          .join('; ');
  }
  return String(value);
};

/** The values of a record by their paths: objects by their members, and each list as one value. */
export const listValues = (content: unknown, path = ''): [path: string, value: unknown][] =>
  isObject(content) && (path === '' || Object.keys(content).length > 0)
    ? Object.entries(content).flatMap(([name, value]) => listValues(value, path === '' ? name : `${path}.${name}`))
    : [[path, content]];

/** Whether a value is a list that is printed as a table. */
export const isTable = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);
