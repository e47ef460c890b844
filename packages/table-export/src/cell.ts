import type { Cell, ColumnKind } from './table.ts';

/** A cell as its column means it. */
export type Value =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'number'; number: number }
  | { kind: 'date'; date: Date }
  | { kind: 'datetime'; date: Date }
  | { kind: 'boolean'; boolean: boolean };

/** What no XML 1.0 document may hold; half of a surrogate pair is replaced by `toWellFormed`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;

/** The text without what a spreadsheet or a reader of PDF cannot hold. */
export const cleanText = (text: string): string => text.toWellFormed().replace(FORBIDDEN, '');

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

/** The instant that a text tells; undefined where it tells none, such as the 30th of February. */
const parseInstant = (text: string, form: RegExp): Date | undefined => {
  if (!form.test(text)) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  return form === DATE && date.toISOString().slice(0, 10) !== text ? undefined : date;
};

const dateValue = (kind: 'date' | 'datetime', cell: Cell): Value | undefined => {
  const date = typeof cell === 'string' ? parseInstant(cell, kind === 'date' ? DATE : INSTANT) : cell;
  return date instanceof Date && !Number.isNaN(date.getTime()) ? { kind, date } : undefined;
};

const ofItsKind = (kind: ColumnKind, cell: Cell): Value | undefined => {
  switch (kind) {
    case 'number':
      return typeof cell === 'number' && Number.isFinite(cell) ? { kind, number: cell } : undefined;
    case 'boolean':
      return typeof cell === 'boolean' ? { kind, boolean: cell } : undefined;
    case 'date':
    case 'datetime':
      return dateValue(kind, cell);
    case 'text':
    case 'code':
      return undefined;
  }
};

/** What a cell holds, by the kind of its column: as text where it is of another kind, since nothing is left out in silence. */
export const readCell = (kind: ColumnKind, cell: Cell): Value => {
  if (cell === null || cell === undefined || cell === '') return { kind: 'empty' };
  return ofItsKind(kind, cell) ?? { kind: 'text', text: cleanText(String(cell)) };
};

/** A value as text: dates `YYYY-MM-DD`, instants ISO 8601 UTC (specification, "General conventions"). */
export const toText = (value: Value): string => {
  switch (value.kind) {
    case 'empty':
      return '';
    case 'text':
      return value.text;
    case 'number':
      return String(value.number);
    case 'boolean':
      return String(value.boolean);
    case 'date':
      return value.date.toISOString().slice(0, 10);
    case 'datetime':
      return value.date.toISOString();
  }
};
