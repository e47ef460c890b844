import { searchKey, uniqueKey } from '@qsc/contracts/text';
import type { Words } from '../i18n/vocabulary.ts';
import type { ImportField, ImportKind } from './kind.ts';
import type { TableFile } from './table-file.ts';

/** Which column fills which field, by the field's path: the index of the column, or null for none. */
export type Matches = Readonly<Record<string, number | null>>;

/** What is wrong with a cell, by the path of its field. */
export type RowFault = {
  path: string;
  fault: 'missing' | 'country' | 'email' | 'day' | 'value' | 'duplicate';
  line?: number;
};

/** A row as it would be written, and what keeps it from that. */
export type ImportRow = {
  line: number;
  code: string;
  /** What identifies the record: its code, or type and title of a quality event; empty where these are missing. */
  key: string;
  /** All cells of the row, in the order of the file. */
  cells: readonly string[];
  /** The cells as they are in the file, by the path of their field. */
  texts: Readonly<Record<string, string>>;
  body: Record<string, unknown>;
  faults: RowFault[];
};

/** The word for a value of a closed list in the language of the page. */
export type ToWord = (words: Words, value: string) => string;

const headKey = (head: string): string => searchKey(head).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The columns that fit the fields by their heads; a column fills one field. */
export const matchColumns = ({ columns }: Pick<TableFile, 'columns'>, { fields }: ImportKind): Matches => {
  const keys = columns.map(headKey);
  const used = new Set<number>();
  const find = ({ heads, path }: ImportField): number | null => {
    const wanted = [...heads, path.split('.').at(-1) ?? ''].map(headKey);
    const index = wanted
      .map((head) => keys.findIndex((key, at) => key === head && !used.has(at)))
      .find((at) => at >= 0);
    if (index === undefined) return null;
    used.add(index);
    return index;
  };
  return Object.fromEntries(fields.map((field) => [field.path, find(field)]));
};

const COUNTRY = /^[A-Za-z]{2}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * A calendar day as ISO 8601 or with dots, day first; null for a day that does not exist, and for any other form, which may mean
 * one of two days.
 */
const toDay = (text: string): string | null => {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  const iso = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null;
  const date = new Date(iso);
  // A `Date` takes 31 February for 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
};

/** The value of a closed list that a cell names: as the API does, or by its word in the language of the page. */
const toListed = (values: Words, text: string, toWord: ToWord): string | undefined =>
  Object.keys(values).find((value) => [value, toWord(values, value)].some((word) => headKey(word) === headKey(text)));

const findFault = ({ path, isRequired, form, values }: ImportField, text: string, toWord: ToWord): RowFault | null => {
  if (text === '') return isRequired ? { path, fault: 'missing' } : null;
  if (form === 'country' && !COUNTRY.test(text)) return { path, fault: 'country' };
  if (form === 'email' && !EMAIL.test(text)) return { path, fault: 'email' };
  if (form === 'day' && toDay(text) === null) return { path, fault: 'day' };
  if (values && toListed(values, text, toWord) === undefined) return { path, fault: 'value' };
  return null;
};

const toValue = ({ form, values }: ImportField, text: string, toWord: ToWord): unknown => {
  if (values) return toListed(values, text, toWord);
  if (form === 'day') return toDay(text);
  if (form === 'list') return text.split(';').flatMap((part) => part.trim() || []);
  return form === 'country' ? text.toUpperCase() : text;
};

const setPath = (body: Record<string, unknown>, path: string, value: unknown): void => {
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner = body;
  for (const name of names) {
    inner[name] ??= {};
    inner = inner[name] as Record<string, unknown>;
  }
  inner[last] = value;
};

/** The type and title that identify a quality event, which has no code before it is written. */
export const eventKey = (type: unknown, title: string): string => {
  const text = uniqueKey(title);
  return type === undefined || text === '' ? '' : `${type} ${text}`;
};

/**
 * The rows of a file as they would be written. A duplicate code, or type and title of a quality event, is a fault of the later
 * row: they are compared as the system compares codes, without regard to case, width and blanks around them.
 */
export const toImportRows = (file: TableFile, kind: ImportKind, matches: Matches, toWord: ToWord): ImportRow[] => {
  const lines = new Map<string, number>();
  return file.rows.map(({ line, cells }) => {
    const body: Record<string, unknown> = kind.code === null ? {} : { type: kind.id };
    const texts: Record<string, string> = {};
    const faults: RowFault[] = [];
    const textFor = (path: string): string => cells[matches[path] ?? -1] ?? '';
    for (const field of kind.fields) {
      const text = textFor(field.path);
      texts[field.path] = text;
      const fault = findFault(field, text, toWord);
      if (fault) faults.push(fault);
      else if (text !== '') setPath(body, field.path, toValue(field, text, toWord));
    }
    const code = kind.code === null ? '' : textFor(kind.code);
    const key = kind.code === null ? eventKey(body.type, textFor(kind.title)) : uniqueKey(code);
    const earlier = lines.get(key);
    if (key !== '' && earlier !== undefined)
      faults.push({ path: kind.code ?? kind.title, fault: 'duplicate', line: earlier });
    else lines.set(key, line);
    return { line, code, key, cells, texts, body, faults };
  });
};

/** The value of a field as it is shown; empty where there is none. */
export const readField = (body: Record<string, unknown>, path: string): string => {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], body);
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
};
