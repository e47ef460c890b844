import type { Word } from '../page.ts';
import type { Column } from './column/column.ts';
import { computeShare, type FilledColumn, isFound } from './column/filled.ts';
import { readRoles } from './column/role.ts';
import type { HeadCell } from './head/head.ts';
import { readHeadWord } from './head/word.ts';
import type { BodyLine } from './row/body-line.ts';
import type { Table } from './table.ts';

/** Rows of data with the names of their columns; a missing value is "". */
export type DataRows = { names: readonly string[]; rows: readonly (readonly string[])[]; title?: string };

const PITCH = 100;

const splitWords = (text: string, at: number): Word[] =>
  text.trim() === ''
    ? []
    : [{ x0: at * PITCH, x1: at * PITCH + PITCH / 2, y0: 0, y1: 1, text: text.trim(), confidence: 1, bold: false }];

/** "TestResult", "test_result" and "TEST-RESULT" as words. */
export const spellName = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.]+|(?<=\p{L})-+(?=\p{L})/gu, ' ')
    .trim();

const findHead = (name: string, at: number): HeadCell => {
  const text = spellName(name);
  const word = readHeadWord(text);
  const unit = word?.unit === undefined ? {} : { unit: word.unit };
  return {
    x0: at * PITCH,
    x1: at * PITCH + PITCH / 2,
    y0: 0,
    y1: 0,
    text,
    role: word?.role,
    strict: word?.strict ?? false,
    ...unit,
  };
};

const OF_BATCH: readonly HeadCell['role'][] = ['sample', 'other', 'index', 'control'];

/** True for a column that says the same of every row, or nothing of their tests; several findings under a batch are results. */
const isOfBatch = ({ head, texts }: FilledColumn): boolean =>
  OF_BATCH.includes(head?.role) &&
  !(head?.role === 'sample' && new Set(texts).size > 1 && computeShare(texts, isFound) >= 0.5);

/** The table that rows of data make; its columns are known by their names and their contents. */
export const tableOfData = ({ names, rows, title }: DataRows): Table => {
  const width = Math.max(names.length, ...rows.map((row) => row.length));
  const cells = Array.from({ length: width }, (_, at) => findHead(names[at] ?? '', at));
  const columns: Column[] = cells.map((head) => ({ x0: head.x0, x1: head.x1, head }));
  const filled = columns.map((column, at) => ({
    ...column,
    texts: rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== ''),
  }));
  const kept = filled.map((column) => (isOfBatch(column) ? { ...column, head: undefined, texts: [] } : column));
  const roles = readRoles(kept).map((role, at) => role ?? (kept[at]?.head ? undefined : cells[at]?.role));
  const lines = rows.map((row): BodyLine => {
    const words = new Map(row.map((text, at): [number, Word[]] => [at, splitWords(text, at)]));
    return { y0: 0, y1: 1, size: 1, cells: words, crossing: false, bold: false };
  });
  const head = { x0: 0, x1: names.length * PITCH, y0: 0, y1: 0, cells, size: 1 };
  return {
    head,
    layout: { columns, roles },
    rows: lines.map((line) => ({ lines: [line] })),
    title,
    source: 'data',
    origin: 'text',
    repair: (text) => text,
  };
};

/** True for names that hold at least a test and what was found. */
export const areResultNames = (names: readonly string[]): boolean => {
  const roles = names.map((name) => readHeadWord(spellName(name))).filter((word) => word?.strict);
  return roles.some((word) => word?.role === 'parameter') && roles.some((word) => word?.role === 'result');
};
