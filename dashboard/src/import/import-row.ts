import { searchKey, uniqueKey } from '@qsc/contracts/text';
import type { ImportField, ImportKind } from './kind.ts';
import type { TableFile } from './table-file.ts';

/** Which column fills which field, by the field's path: the index of the column, or null for none. */
export type Matches = Readonly<Record<string, number | null>>;

/** What is wrong with a cell, by the path of its field. */
export type RowFault = { path: string; fault: 'missing' | 'country' | 'email' | 'duplicate'; line?: number };

/** A row as it would be written, and what keeps it from that. */
export type ImportRow = {
  line: number;
  name: string;
  code: string;
  body: Record<string, unknown>;
  faults: RowFault[];
};

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

const findFault = ({ path, isRequired, form }: ImportField, text: string): RowFault | null => {
  if (text === '') return isRequired ? { path, fault: 'missing' } : null;
  if (form === 'country' && !COUNTRY.test(text)) return { path, fault: 'country' };
  if (form === 'email' && !EMAIL.test(text)) return { path, fault: 'email' };
  return null;
};

const toValue = ({ form }: ImportField, text: string): unknown => {
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

/**
 * The rows of a file as they would be written. A duplicate code is a fault of the later row: codes are compared as the system
 * compares them, without regard to case, width and blanks around them.
 */
export const toImportRows = (file: TableFile, kind: ImportKind, matches: Matches): ImportRow[] => {
  const lines = new Map<string, number>();
  return file.rows.map(({ line, cells }) => {
    const body: Record<string, unknown> = { type: kind.id };
    const faults: RowFault[] = [];
    const textFor = (path: string): string => cells[matches[path] ?? -1] ?? '';
    for (const field of kind.fields) {
      const text = textFor(field.path);
      const fault = findFault(field, text);
      if (fault) faults.push(fault);
      else if (text !== '') setPath(body, field.path, toValue(field, text));
    }
    const code = textFor(kind.code);
    const earlier = lines.get(uniqueKey(code));
    if (code !== '' && earlier !== undefined) faults.push({ path: kind.code, fault: 'duplicate', line: earlier });
    else lines.set(uniqueKey(code), line);
    return { line, name: textFor('name'), code, body, faults };
  });
};

/** The value of a field as it is shown; empty where there is none. */
export const readField = (body: Record<string, unknown>, path: string): string => {
  const value = path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], body);
  return Array.isArray(value) ? value.join('; ') : String(value ?? '');
};
