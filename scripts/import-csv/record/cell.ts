import type { ColumnRule } from '../mapping/column-rule.schema.ts';
import { readDate } from './date-format.ts';

export type Scalar = string | number | boolean;
export type Value = Scalar | Scalar[];

/** What a cell comes to: a value, nothing, or a sentence that tells why it cannot be taken. */
export type Reading = { value: Value | undefined } | { fault: string };

const TRUE = ['true', 'yes', 'y', '1'];
const FALSE = ['false', 'no', 'n', '0'];
const SHOWN = 60;

/** The text of a cell, trimmed, its line breaks as LF; empty for a text that means nothing. */
export const cellText = (cell: string | undefined, blank: readonly string[]): string => {
  const text = (cell ?? '').replaceAll('\r\n', '\n').trim();
  return blank.includes(text) ? '' : text;
};

/** A text as a message shows it: on one line, shortened. */
export const shown = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return `"${line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line}"`;
};

/** Reads a cell by its rule. */
export const readCell = (cell: string | undefined, rule: ColumnRule): Reading => {
  const text = cellText(cell, rule.blank);
  if (text === '')
    return rule.required ? { fault: 'The cell is blank, and a value is required.' } : { value: undefined };
  return rule.values ? lookUp(text, rule.values) : READERS[rule.type](text, rule);
};

const lookUp = (text: string, values: Record<string, Scalar>): Reading => {
  if (Object.hasOwn(values, text)) return { value: values[text] };
  return { fault: `${shown(text)} is not known here. Known: ${Object.keys(values).join(', ')}.` };
};

const readNumber = (text: string): Reading => {
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? { value } : { fault: `${shown(text)} is no number.` };
};

const readInteger = (text: string): Reading => {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? { value } : { fault: `${shown(text)} is no whole number.` };
};

const readBoolean = (text: string): Reading => {
  const word = text.toLowerCase();
  if (TRUE.includes(word)) return { value: true };
  return FALSE.includes(word) ? { value: false } : { fault: `${shown(text)} is neither yes nor no.` };
};

const READERS: Record<ColumnRule['type'], (text: string, rule: ColumnRule) => Reading> = {
  text: (text) => ({ value: text }),
  integer: readInteger,
  number: readNumber,
  boolean: readBoolean,
  date: (text, { format }) => {
    const date = readDate(text, format);
    return date === null ? { fault: `${shown(text)} is no date of the form ${format}.` } : { value: date };
  },
  list: (text, { separator }) => ({
    value: [...new Set(text.split(separator).map((item) => item.trim()))].filter((item) => item !== ''),
  }),
};
