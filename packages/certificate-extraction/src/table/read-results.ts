import type { Page, Word } from '../page.ts';
import { placeOn } from '../place.ts';
import { continueTable } from './grid/continuation.ts';
import { withoutCopies } from './grid/copy.ts';
import { findHeadless } from './grid/headless.ts';
import { findTables } from './grid/read-grid.ts';
import type { Head } from './head/head.ts';
import { partHeads } from './head/stretch.ts';
import { type Cards, readCards } from './loose/card.ts';
import { readLabelResults } from './loose/label-result.ts';
import { type Matrix, readMatrices } from './matrix/matrix.ts';
import type { FoundResult } from './result/found-result.ts';
import { type ReadRow, readResults } from './result/table-result.ts';
import { besideRow, withUnclaimed } from './result/unclaimed.ts';
import { correctPage } from './segment/ocr-word.ts';
import { readSegments, type Segment } from './segment/segment.ts';
import type { Sheet, Table } from './table.ts';
import { findTransposed } from './transposed/transposed.ts';

type ReadTable = { table: Table; rows: ReadRow[]; words: Set<Word> };

const read = (table: Table): ReadTable => ({ table, ...readResults(table) });

/** The page without the rows that are already read. */
const without = ({ page, segments }: Sheet, tables: readonly { words: ReadonlySet<Word> }[]): Sheet => ({
  page,
  segments: segments.filter(({ words }) => !words.some((word) => tables.some((table) => table.words.has(word)))),
});

const isInHead = (segment: Segment, { y0, y1, x0, x1 }: Head): boolean =>
  segment.y0 < y1 && segment.y1 > y0 && segment.x0 < x1 && segment.x1 > x0;

type Readings = { tables: ReadTable[]; cards: Cards; matrix: Matrix; rest: Sheet };

const withBeside = ({ table, rows, ...read }: ReadTable, rest: Sheet): ReadTable => ({
  ...read,
  table,
  rows: rows.map(({ row, results }) => {
    const beside = table.source === 'transposed' ? [] : besideRow(table, row, rest);
    return { row, results: results.map((result) => withUnclaimed(result, beside)) };
  }),
});

/** The tables of a page and what they leave over; `previous` is the last table of the page before. */
const readTables = (whole: Sheet, previous: Table | undefined): Readings => {
  const cards = readCards(whole.segments);
  const sheet = without(whole, [cards]);
  const { tables, heads } = findTables(sheet);
  const top = Math.min(sheet.page.height, ...heads.map(({ y0 }) => y0));
  const continued = previous && continueTable(previous, sheet, top);
  const known = (continued ? [continued, ...tables] : tables).map(read);
  const open = without(sheet, known);
  const free = {
    page: sheet.page,
    segments: open.segments.filter((segment) => !heads.some((head) => isInHead(segment, head))),
  };
  const turned = findTransposed(free).map(read);
  const bare = findHeadless(without(free, turned)).map(read);
  const all = [...known, ...turned, ...bare].sort((a, b) => a.table.head.y0 - b.table.head.y0);
  const rest = without(free, [...turned, ...bare]);
  const matrix = readMatrices(rest);
  const left = without(rest, [matrix]);
  return { tables: withoutCopies(all.map((each) => withBeside(each, left))), cards, matrix, rest: left };
};

// A page of more words is none of a certificate, and must not take its time.
const MOST_WORDS = 8000;

/** False for a page of so many words that its results are not read. */
export const isReadable = ({ words }: Page): boolean => words.length <= MOST_WORDS;

// A table that ends in the upper half of its page has come to its end.
const LOW = 0.55;

const reaches = ({ table }: ReadTable, { height }: Page): boolean =>
  Math.max(0, ...table.rows.flatMap(({ lines }) => lines.map(({ y1 }) => y1))) > LOW * height;

const placed = (page: Page, result: FoundResult): FoundResult =>
  result.signs.box ? { ...result, place: placeOn(page, result.signs.box) } : result;

const toName = ({ parameter }: FoundResult): string => parameter.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** True for what stands outside of tables with the name alone: a box, a label, a matrix of one line. */
const isLoose = ({ sample, specification, signs }: FoundResult): boolean =>
  sample === undefined && specification === null && (signs.source === 'label' || signs.source === 'transposed');

/**
 * The results without those of a summary that a table of the document gives too, perhaps in another unit or rounded. One
 * that fails stays.
 */
const withoutSummary = (results: readonly FoundResult[]): FoundResult[] => {
  const named = new Set(results.filter((each) => !isLoose(each) && each.result !== null).map(toName));
  return results.filter((each) => !isLoose(each) || each.status === 'fail' || !named.has(toName(each)));
};

/** The results that stand on the pages of a certificate, in the order of reading. */
export const readPageResults = (pages: readonly Page[]): FoundResult[] => {
  let previous: Table | undefined;
  const results = pages
    .filter(isReadable)
    .map(correctPage)
    .flatMap((page) => {
      const { tables, cards, matrix, rest } = readTables({ page, segments: partHeads(readSegments(page)) }, previous);
      previous = tables.findLast((read) => read.rows.length > 0 && reaches(read, page))?.table;
      return [
        ...tables.flatMap(({ rows }) => rows.flatMap(({ results }) => results)),
        ...cards.results,
        ...matrix.results,
        ...readLabelResults(rest),
      ].map((result) => placed(page, result));
    });
  return withoutSummary(results);
};
