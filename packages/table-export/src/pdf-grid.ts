import { cleanText, readCell, textOf } from './cell.ts';
import { INNER_WIDTH, PAGE } from './pdf-page.ts';
import type { Pen, Style } from './pdf-pen.ts';
import { wrap } from './pdf-wrap.ts';
import type { Column, Row } from './table.ts';

/** The sizes of letters, in points: the largest at which the columns have room. */
const SIZES = [7.5, 6.8, 6.2, 5.6, 5] as const;

/** What follows from the size. */
type Look = {
  head: Style;
  body: Style;
  line: number;
  padding: { x: number; y: number };
  /** The width of a character, on average. */
  character: number;
};

const lookOf = (size: number): Look => ({
  head: { face: 'bold', size },
  body: { face: 'regular', size },
  line: size * 1.28,
  padding: { x: size * 0.5, y: size * 0.4 },
  character: size * 0.61,
});

/** How much of the room that text would like beyond its head it must get before letters are made smaller. */
const FAIR_SHARE = 0.6;

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

type Widths = { widths: number[]; isFair: boolean };

/** What a column asks for, and what it needs for the words of its head. */
const wishOf = ({ title, kind, width }: Column, pen: Pen, { head, padding, character }: Look) => {
  const words = cleanText(title).split(/\s+/);
  const least = Math.ceil(Math.max(...words.map((word) => pen.width(word, head))) + 2 * padding.x);
  const wanted = Math.max(least, (width ?? DEFAULT_CHARACTERS[kind]) * character + 2 * padding.x);
  return { wanted, least: kind === 'text' ? least : wanted };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Numbers, dates and truth values get what they want, text shares the rest; all shrink where that is too little. */
const widthsOf = (columns: readonly Column[], pen: Pen, look: Look): Widths => {
  const wishes = columns.map((column) => wishOf(column, pen, look));
  const firm = wishes.map(({ least }) => least);
  const spare = wishes.map(({ wanted, least }) => wanted - least);
  const room = INNER_WIDTH - sumOf(firm);
  if (room < 0) return { widths: firm.map((width) => (width * INNER_WIDTH) / sumOf(firm)), isFair: false };
  const share = sumOf(spare) > 0 ? room / sumOf(spare) : 1;
  const widths = firm.map((width, at) => width + (spare[at] ?? 0) * share);
  // Without text to share the room, all columns grow.
  return { widths: widths.map((width) => (width * INNER_WIDTH) / sumOf(widths)), isFair: share >= FAIR_SHARE };
};

const fittingLook = (columns: readonly Column[], pen: Pen): Look => {
  const looks = SIZES.map(lookOf);
  return looks.find((look) => widthsOf(columns, pen, look).isFair) ?? lookOf(SIZES[SIZES.length - 1] ?? 5);
};

const shownText = (column: Column, row: Row): string => {
  const value = readCell(column.kind, row[column.key]);
  if (value.kind === 'boolean') return value.boolean ? 'yes' : 'no';
  return textOf(value);
};

/** How a table's rows are laid out and drawn. */
export const makeGrid = (pen: Pen, columns: readonly Column[]): Grid => {
  const look = fittingLook(columns, pen);
  const { widths } = widthsOf(columns, pen, look);
  const { padding } = look;
  const wrapInto = (at: number, text: string, style: Style): string[] =>
    wrap(pen.writable(text), (widths[at] ?? 0) - 2 * padding.x, (part) => pen.width(part, style));
  const head = columns.map(({ title }, at) => wrapInto(at, cleanText(title), look.head));
  const heightOf = (lines: number): number => lines * look.line + 2 * padding.y;

  const draw = (lines: Lines, y: number, style: Style): void => {
    let left = PAGE.margin;
    lines.forEach((cell, at) => {
      const width = widths[at] ?? 0;
      cell.forEach((text, index) => {
        const indent = columns[at]?.kind === 'number' ? width - padding.x - pen.width(text, style) : padding.x;
        if (text !== '') pen.write(text, { x: left + indent, y: y + padding.y + index * look.line }, style);
      });
      left += width;
    });
  };

  return {
    head,
    linesOf: (row) => columns.map((column, at) => wrapInto(at, shownText(column, row), look.body)),
    heightOf,
    fittingIn: (height) => Math.floor((height - 2 * padding.y) / look.line),
    drawHead(y) {
      pen.document.rect(PAGE.margin, y, INNER_WIDTH, heightOf(countOf(head))).fill(HEAD_FILL);
      draw(head, y, look.head);
    },
    drawRow(lines, y) {
      draw(lines, y, look.body);
      const bottom = y + heightOf(countOf(lines));
      const { document } = pen;
      document.moveTo(PAGE.margin, bottom).lineTo(PAGE.margin + INNER_WIDTH, bottom);
      document.lineWidth(0.4).strokeColor(RULE).stroke();
    },
  };
};
