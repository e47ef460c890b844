import type { Page, Ruling, Word } from '../../src/page.ts';
import { readPageResults } from '../../src/table/read-results.ts';

/** Points: the width of a letter, the distance of lines, the height of letters. */
const LETTER = 5;
const PITCH = 13;
const HEIGHT = 10;
const MARGIN = 40;

/** `rows`: rulings below the lines of these numbers; `columns`: rulings before these letters. */
export type Print = {
  number?: number;
  origin?: Page['origin'];
  confidence?: number;
  rows?: readonly number[];
  columns?: readonly number[];
};

const wordsOf = (line: string, row: number, confidence: number): Word[] =>
  [...line.matchAll(/\S+/g)].map((match) => {
    const bold = match[0].startsWith('*');
    const text = bold ? match[0].slice(1) : match[0];
    const x0 = MARGIN + match.index * LETTER;
    const y0 = MARGIN + row * PITCH;
    return { text, x0, x1: x0 + match[0].length * LETTER - 0.5, y0, y1: y0 + HEIGHT, confidence, bold };
  });

/** A page as a grid of letters: two blanks or more part cells; a word behind an asterisk is bold. */
export const layOut = (text: string, print: Print = {}): Page => {
  const lines = text.replace(/^\n/, '').split('\n');
  const words = lines.flatMap((line, row) => wordsOf(line, row, print.confidence ?? 1));
  const [width, bottom] = [700, MARGIN + lines.length * PITCH];
  const rows = (print.rows ?? []).map((row): Ruling => {
    const y = MARGIN + (row + 1) * PITCH - 1.5;
    return { x0: MARGIN, x1: width, y0: y, y1: y + 0.5 };
  });
  const columns = (print.columns ?? []).map((column): Ruling => {
    const x = MARGIN + column * LETTER - 1;
    return { x0: x, x1: x + 0.5, y0: MARGIN, y1: bottom };
  });
  const { number = 1, origin = 'text' } = print;
  return { number, width, height: 842, words, rulings: [...rows, ...columns], origin, warnings: [] };
};

/** The rows read from pages: parameter, specification, result, status. */
export const rowsOf = (...pages: Page[]): (string | null)[][] =>
  readPageResults(pages).map(({ parameter, specification, result, status }) => [
    parameter,
    specification,
    result,
    status,
  ]);

/** The names and results read from a page. */
export const resultsOf = (text: string, print?: Print): (string | null)[][] =>
  readPageResults([layOut(text, print)]).map(({ parameter, result }) => [parameter, result]);

/** Sample, name, limits, result and status of each row of a text laid out as a page. */
export const samplesOf = (text: string): (string | null | undefined)[][] =>
  readPageResults([layOut(text)]).map(({ sample, parameter, specification, result, status }) => [
    sample,
    parameter,
    specification ?? undefined,
    result,
    status ?? undefined,
  ]);
