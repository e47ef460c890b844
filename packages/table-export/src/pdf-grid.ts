import { cleanText, readCell, toText } from './cell.ts';
import type { Pen, Style } from './pdf-pen.ts';
import { wrap } from './pdf-wrap.ts';
import type { Column, Row } from './table.ts';

/** The sizes of letters, in points: the largest at which the columns have room. Below the first only where columns are very many. */
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

const makeLook = (size: number): Look => ({
  head: { face: 'bold', size },
  body: { face: 'regular', size },
  line: size * 1.22,
  padding: { x: size * 0.4, y: size * 0.25 },
  character: size * 0.57,
});

/** Of ten cells of a text column, one may take more lines than the others. */
const USUAL = 0.9;

const HEAD_FILL = '#e3e8ee';
const RULE = '#cbd2d9';

const DEFAULT_CHARACTERS: Record<Column['kind'], number> = {
  text: 18,
  code: 12,
  number: 7,
  date: 10,
  datetime: 24,
  boolean: 5,
};

/** The lines of each cell of a row. */
export type Lines = readonly (readonly string[])[];

/** Where on the page the columns stand, and rows by which their widths are chosen. */
export type Frame = { left: number; width: number; samples: readonly Row[] };

export type Grid = {
  head: Lines;
  wrapLines(row: Row): Lines;
  /** How high a row of so many lines is. */
  measureHeight(lines: number): number;
  /** How many lines of a row fit into a height. */
  fittingIn(height: number): number;
  /** @param isRepeated the head stands on a page before. */
  drawHead(y: number, isRepeated?: boolean): void;
  drawRow(lines: Lines, y: number): void;
};

export const countLines = (lines: Lines): number => Math.max(1, ...lines.map(({ length }) => length));

/** A cell as a page shows it. */
export const shownText = (column: Column, row: Row): string => {
  const value = readCell(column.kind, row[column.key]);
  if (value.kind === 'boolean') return value.boolean ? 'yes' : 'no';
  return value.kind === 'datetime' ? toText(value).replace('T', ' ').replace('Z', '') : toText(value);
};

type Widths = { widths: number[]; hasRoom: boolean };

/** What a column needs so that nothing is broken that should not be, and what it asks for so that most cells have one line. */
const wantedWidth = (column: Column, samples: readonly Row[], pen: Pen, { head, body, padding, character }: Look) => {
  const { title, kind, width = DEFAULT_CHARACTERS[kind] } = column;
  const usual = width * character;
  // A little wider, so that what is added up in another order fits as well.
  const wide = (text: string, style: Style = body): number => Math.ceil(pen.width(pen.writable(text), style));
  const texts = samples.map((row) => shownText(column, row));
  const whole = texts.map((text) => wide(text)).sort((a, b) => a - b);
  const words = kind === 'text' ? texts.flatMap((text) => text.split(/\s+/)) : [];
  const longest = Math.max(0, ...words.map((word) => Math.min(wide(word), usual)));
  const firm = kind === 'text' ? longest : Math.max(0, whole.at(-1) ?? usual);
  const least = Math.max(
    firm,
    ...cleanText(title)
      .split(/\s+/)
      .map((word) => wide(word, head)),
  );
  const most = Math.min(whole[Math.floor(whole.length * USUAL)] ?? usual, 2 * usual);
  return { least: least + 2 * padding.x, wanted: Math.max(least, kind === 'text' ? most : firm) + 2 * padding.x };
};

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Each gets what it needs, and text shares the rest; all shrink where that is too little. */
const computeWidths = (columns: readonly Column[], frame: Frame, pen: Pen, look: Look): Widths => {
  const wishes = columns.map((column) => wantedWidth(column, frame.samples, pen, look));
  const firm = wishes.map(({ least }) => least);
  const spare = wishes.map(({ wanted, least }) => wanted - least);
  const room = frame.width - addUp(firm);
  if (room < 0) return { widths: firm.map((width) => (width * frame.width) / addUp(firm)), hasRoom: false };
  const share = addUp(spare) > 0 ? Math.min(1, room / addUp(spare)) : 1;
  const widths = firm.map((width, at) => width + (spare[at] ?? 0) * share);
  // What nobody asks for goes to all of them.
  return { widths: widths.map((width) => (width * frame.width) / addUp(widths)), hasRoom: true };
};

const fittingLook = (columns: readonly Column[], frame: Frame, pen: Pen): Look => {
  const looks = SIZES.map(makeLook);
  return (
    looks.find((look) => computeWidths(columns, frame, pen, look).hasRoom) ?? makeLook(SIZES[SIZES.length - 1] ?? 5)
  );
};

/** How a table's rows are laid out and drawn. */
export const makeGrid = (pen: Pen, columns: readonly Column[], frame: Frame): Grid => {
  const look = fittingLook(columns, frame, pen);
  const { widths } = computeWidths(columns, frame, pen, look);
  const { padding } = look;
  const innerWidth = (at: number): number => (widths[at] ?? 0) - 2 * padding.x;
  const wrapInto = (at: number, text: string, style: Style): string[] =>
    wrap(pen.writable(text), innerWidth(at), (part) => pen.width(part, style));
  const head = columns.map(({ title }, at) => wrapInto(at, cleanText(title), look.head));
  const measureHeight = (lines: number): number => lines * look.line + 2 * padding.y;
  /** Only text goes on in further lines; what else is wider than its column is written narrower. */
  const cellLines = (column: Column, at: number, row: Row): string[] => {
    const text = shownText(column, row);
    return column.kind === 'text' ? wrapInto(at, text, look.body) : [pen.writable(text.replaceAll(/\s+/g, ' '))];
  };

  const { document, tags } = pen;
  const drawPlain = (drawShape: () => void): void => tags.asArtifact(() => tags.mark(drawShape));

  const draw = (lines: Lines, y: number, { style, cell: type }: { style: Style; cell: 'TH' | 'TD' }): void => {
    let { left } = frame;
    lines.forEach((cell, at) => {
      const room = innerWidth(at);
      tags.within(type, () =>
        cell.forEach((text, index) => {
          const free = columns[at]?.kind === 'number' ? Math.max(0, room - pen.width(text, style)) : 0;
          const place = { x: left + padding.x + free, y: y + padding.y + index * look.line, width: room };
          if (text !== '') pen.write(text, place, style);
        }),
      );
      left += widths[at] ?? 0;
    });
  };

  return {
    head,
    wrapLines: (row) => columns.map((column, at) => cellLines(column, at, row)),
    measureHeight,
    fittingIn: (height) => Math.floor((height - 2 * padding.y) / look.line),
    drawHead(y, isRepeated = false) {
      drawPlain(() => document.rect(frame.left, y, frame.width, measureHeight(countLines(head))).fill(HEAD_FILL));
      const drawCells = () => draw(head, y, { style: look.head, cell: 'TH' });
      if (isRepeated) tags.asArtifact(drawCells);
      else tags.within('TR', drawCells);
    },
    drawRow(lines, y) {
      tags.within('TR', () => draw(lines, y, { style: look.body, cell: 'TD' }));
      const bottom = y + measureHeight(countLines(lines));
      drawPlain(() => {
        document.moveTo(frame.left, bottom).lineTo(frame.left + frame.width, bottom);
        document.lineWidth(0.4).strokeColor(RULE).stroke();
      });
    },
  };
};
