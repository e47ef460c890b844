import { cleanText, readCell, textOf } from './cell.ts';
import { INNER_WIDTH, PAGE } from './pdf-page.ts';
import type { Pen, Style } from './pdf-pen.ts';
import { wrap } from './pdf-wrap.ts';
import type { Column, Row } from './table.ts';

const HEAD: Style = { face: 'bold', size: 7.5 };
const BODY: Style = { face: 'regular', size: 7.5 };

const LINE = 9.6;
const PADDING = { x: 4, y: 3 };
const CHARACTER = 4.6;
const HEAD_FILL = '#e3e8ee';
const RULE = '#cbd2d9';

const DEFAULT_CHARACTERS: Record<Column['kind'], number> = {
  text: 18,
  number: 7,
  date: 10,
  datetime: 24,
  boolean: 5,
};

/** The lines of each cell of a row. */
export type Lines = readonly (readonly string[])[];

export type Grid = {
  head: Lines;
  linesOf(row: Row): Lines;
  /** How high a row of so many lines is. */
  heightOf(lines: number): number;
  /** How many lines of a row fit into a height. */
  fittingIn(height: number): number;
  drawHead(y: number): void;
  drawRow(lines: Lines, y: number): void;
};

export const countOf = (lines: Lines): number => Math.max(1, ...lines.map(({ length }) => length));

/** What a column asks for, and what it needs for the words of its head. */
const wishOf = ({ title, kind, width }: Column, pen: Pen): { wanted: number; least: number } => {
  const words = cleanText(title).split(/\s+/);
  const least = Math.max(...words.map((word) => pen.width(word, HEAD))) + 2 * PADDING.x;
  return { wanted: Math.max(least, (width ?? DEFAULT_CHARACTERS[kind]) * CHARACTER + 2 * PADDING.x), least };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Numbers, dates and truth values get what they want, text shares the rest; all shrink where that is too little. */
const widthsOf = (columns: readonly Column[], pen: Pen): number[] => {
  const wishes = columns.map((column) => wishOf(column, pen));
  const firm = wishes.map(({ wanted, least }, at) => (columns[at]?.kind === 'text' ? least : wanted));
  const spare = wishes.map(({ wanted }, at) => wanted - (firm[at] ?? 0));
  const room = INNER_WIDTH - sumOf(firm);
  if (room < 0) return firm.map((width) => (width * INNER_WIDTH) / sumOf(firm));
  const share = sumOf(spare) > 0 ? room / sumOf(spare) : 0;
  const widths = firm.map((width, at) => width + (spare[at] ?? 0) * share);
  return share > 0 ? widths : widths.map((width) => (width * INNER_WIDTH) / sumOf(widths));
};

const shownText = (column: Column, row: Row): string => {
  const value = readCell(column.kind, row[column.key]);
  if (value.kind === 'boolean') return value.boolean ? 'yes' : 'no';
  return textOf(value);
};

/** How a table's rows are laid out and drawn. */
export const makeGrid = (pen: Pen, columns: readonly Column[]): Grid => {
  const widths = widthsOf(columns, pen);
  const wrapInto = (at: number, text: string, style: Style): string[] =>
    wrap(pen.writable(text), (widths[at] ?? 0) - 2 * PADDING.x, (part) => pen.width(part, style));
  const head = columns.map(({ title }, at) => wrapInto(at, cleanText(title), HEAD));
  const heightOf = (lines: number): number => lines * LINE + 2 * PADDING.y;

  const draw = (lines: Lines, y: number, style: Style): void => {
    let left = PAGE.margin;
    lines.forEach((cell, at) => {
      const width = widths[at] ?? 0;
      cell.forEach((line, index) => {
        const indent = columns[at]?.kind === 'number' ? width - PADDING.x - pen.width(line, style) : PADDING.x;
        if (line !== '') pen.write(line, { x: left + indent, y: y + PADDING.y + index * LINE }, style);
      });
      left += width;
    });
  };

  return {
    head,
    linesOf: (row) => columns.map((column, at) => wrapInto(at, shownText(column, row), BODY)),
    heightOf,
    fittingIn: (height) => Math.floor((height - 2 * PADDING.y) / LINE),
    drawHead(y) {
      pen.document.rect(PAGE.margin, y, INNER_WIDTH, heightOf(countOf(head))).fill(HEAD_FILL);
      draw(head, y, HEAD);
    },
    drawRow(lines, y) {
      draw(lines, y, BODY);
      const bottom = y + heightOf(countOf(lines));
      const { document } = pen;
      document.moveTo(PAGE.margin, bottom).lineTo(PAGE.margin + INNER_WIDTH, bottom);
      document.lineWidth(0.4).strokeColor(RULE).stroke();
    },
  };
};
