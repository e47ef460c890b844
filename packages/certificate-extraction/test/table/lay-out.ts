import { readXml } from '../../src/document/data/read-xml.ts';
import type { ReadDocument, TableDocument } from '../../src/document/read-document.ts';
import { extractFrom } from '../../src/extraction.ts';
import type { Page, Ruling, Word } from '../../src/page.ts';
import { readPageResults } from '../../src/table/read-results.ts';

/** Points: the width of a letter, the distance of lines, the height of letters. */
const LETTER = 5;
const PITCH = 13;
const HEIGHT = 10;
const MARGIN = 40;

/** `rows`: rulings below the lines of these numbers; `columns`: rulings before these letters; `pitch`: of the lines. */
export type Print = {
  pitch?: number;
  number?: number;
  origin?: Page['origin'];
  confidence?: number;
  rows?: readonly number[];
  columns?: readonly number[];
};

const splitWords = (line: string, top: number, confidence: number): Word[] =>
  [...line.matchAll(/\S+/g)].map((match) => {
    const bold = match[0].startsWith('*');
    const text = bold ? match[0].slice(1) : match[0];
    const x0 = MARGIN + match.index * LETTER;
    const y0 = MARGIN + top;
    return { text, x0, x1: x0 + match[0].length * LETTER - 0.5, y0, y1: y0 + HEIGHT, confidence, bold };
  });

/** A page as a grid of letters: two blanks or more part cells; a word behind an asterisk is bold. */
export const layOut = (text: string, print: Print = {}): Page => {
  const lines = text.replace(/^\n/, '').split('\n');
  const words = lines.flatMap((line, row) => splitWords(line, row * (print.pitch ?? PITCH), print.confidence ?? 1));
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
export const readRows = (...pages: Page[]): (string | null)[][] =>
  readPageResults(pages).map(({ parameter, specification, result, status }) => [
    parameter,
    specification,
    result,
    status,
  ]);

/** The names and results read from a page. */
export const readResultsIn = (text: string, print?: Print): (string | null)[][] =>
  readPageResults([layOut(text, print)]).map(({ parameter, result }) => [parameter, result]);

/** Sample, name, limits, result and status of each row of a text laid out as a page. */
export const readSamples = (text: string): (string | null | undefined)[][] =>
  readPageResults([layOut(text)]).map(({ sample, parameter, specification, result, status }) => [
    sample,
    parameter,
    specification ?? undefined,
    result,
    status ?? undefined,
  ]);

/** A CSV file of these rows. */
export const csv = (...rows: readonly (readonly string[])[]): TableDocument => ({ kind: 'table', format: 'csv', rows });

/** An XML document with an element for each row, what stands in it as given. */
export const xmlRows = (...rows: readonly string[]): TableDocument => ({
  kind: 'table',
  format: 'xml',
  root: readXml(Buffer.from(`<certificate>${rows.map((row) => `<row>${row}</row>`).join('')}</certificate>`)),
});

/** What is read of a table of cells, on a page and in CSV: the rows with their samples, and the warnings. */
export const readBoth = (rows: readonly (readonly string[])[]) => {
  const width = Math.max(14, ...rows.flat().map(({ length }) => length)) + 4;
  const lines = rows.map((row) => row.map((cell) => cell.padEnd(width)).join(''));
  const page = layOut(['Certificate of Analysis', ...lines].join('\n'));
  const documents: Record<'page' | 'csv', ReadDocument> = { page: { kind: 'pages', pages: [page] }, csv: csv(...rows) };
  return Object.entries(documents).map(([form, document]) => {
    const { test_results, warnings } = extractFrom(document, { filename: form }).extracted_data;
    const read = test_results.map(({ sample, parameter, specification, result, status }) => [
      ...(sample === undefined ? [] : [sample]),
      parameter,
      specification,
      result,
      status,
    ]);
    return { form, rows: read, warnings };
  });
};
