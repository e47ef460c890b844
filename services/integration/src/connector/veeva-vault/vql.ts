import type { Filter } from '../../mapping/mapping.ts';
import { RemoteRefusal } from '../../remote/remote-error.ts';

/** The most rows that VQL puts on a page. */
export const MAX_PAGE_SIZE = 1_000;

const NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const PATH = /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)*$/;
/** Without these functions a query gives no more than the first 250 characters of such a field. */
const WHOLE_TEXT = /^(LONGTEXT|RICHTEXT)\(([a-zA-Z][a-zA-Z0-9_]*)\)$/;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const OPERATORS = { eq: '=', ne: '!=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

/** A text as VQL takes it: in quotes, with all that could end or change it escaped. Other control characters are left out. */
export const quote = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const plain = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
  return `'${plain.replaceAll(/[\\'"\n\r\t]/g, (found) => ESCAPES[found] ?? found)}'`;
};

/** A moment as VQL takes it. */
export const moment = (at: Date | string): string => quote(new Date(at).toISOString());

const literal = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? quote(value) : String(value);

/** The name of an object in a query or a path. Throws `RemoteRefusal` for what is no name. */
export const objectName = (name: string): string => {
  if (NAME.test(name)) return name;
  throw new RemoteRefusal('VALIDATION_ERROR', 'This is not the name of an object of Vault.', {
    field: 'source_object',
  });
};

/** What is selected for a source: a field, a path over relationships, `LONGTEXT(field)`. Throws `RemoteRefusal`. */
export const selectable = (path: string): string => {
  if (PATH.test(path) || WHOLE_TEXT.test(path)) return path;
  throw new RemoteRefusal('VALIDATION_ERROR', 'This is not the name of a field of Vault.', { field: path });
};

/** The name of the field of a source. */
export const fieldName = (path: string): string => WHOLE_TEXT.exec(selectable(path))?.[2] ?? path;

/** A condition of a mapping's filter. Throws `RemoteRefusal` for a field that is none, or an operator that does not fit its value. */
export const condition = ({ field, operator, value }: Filter): string => {
  const name = selectable(field);
  if (operator === 'in') return contains(name, Array.isArray(value) ? value : [value as string]);
  if (value !== null && typeof value === 'object')
    throw new RemoteRefusal('VALIDATION_ERROR', 'A list of values is compared with "in" alone.', { field });
  return `${name} ${OPERATORS[operator]} ${literal(value)}`;
};

/** The field has one of the values; with none, no row fits. */
export const contains = (name: string, values: readonly (string | number | boolean)[]): string =>
  `${name} CONTAINS (${(values.length > 0 ? values : ['']).map(literal).join(', ')})`;

export type Statement = {
  select: readonly string[];
  from: string;
  where: readonly string[];
  orderBy: readonly string[];
  pageSize: number;
};

/** A query; conditions hold together. */
export const statement = ({ select, from, where, orderBy, pageSize }: Statement): string =>
  [
    `SELECT ${[...new Set(select)].join(', ')}`,
    `FROM ${from}`,
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : '',
    orderBy.length > 0 ? `ORDER BY ${orderBy.map((field) => `${field} ASC`).join(', ')}` : '',
    `PAGESIZE ${Math.max(1, Math.min(pageSize, MAX_PAGE_SIZE))}`,
  ]
    .filter((clause) => clause !== '')
    .join(' ');
